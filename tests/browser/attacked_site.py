"""A course into which every attack of ``tests/fixtures/attacks`` has been written, built.

Each line of a file there is one attack. ``RUN`` stands for a script that would betray itself, and
``EVIL`` for an address that nothing may ask for; both carry the attack's number.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.coursesite.small_site import SmallSite, as_json, code, display, make_site, markdown
from tests.coursesite.small_site import notebook as lab

ATTACKS = Path(__file__).resolve().parents[1] / "fixtures" / "attacks"
EVIL = "https://evil.invalid/"
TAG = "</title></script><script>RUN</script><img src=x onerror=RUN>"
"""What is tried wherever text is not meant to be markup."""

PROGRAM = '''
import jax
import jax.numpy as jnp

SCOPE = "</script><script>RUN</script><img src=x onerror=RUN>"


def mean_square(x):
    """</script><script>RUN</script> <!-- "quoted" ]]> \\u2028"""
    with jax.named_scope(SCOPE):
        return jnp.mean(x * x)
'''


class Numbers:
    """Hands every attack a number, so that one that runs can be told from the others."""

    def __init__(self) -> None:
        self.attacks: list[str] = []

    def armed(self, attack: str) -> str:
        """The attack with its script and address."""
        number = len(self.attacks)
        self.attacks.append(attack)
        # No space and no quote, so that it also fits where an attribute has none around it.
        return attack.replace("RUN", f"ran({number})").replace("EVIL", f"{EVIL}{number}")


def read_attacks(name: str) -> list[str]:
    """The attacks of one file."""
    return (ATTACKS / f"{name}.txt").read_text(encoding="utf-8").splitlines()


def attacked_site(root: Path) -> tuple[SmallSite, list[str]]:
    """The course under ``root``, not yet built, and the attacks in it by number."""
    numbers = Numbers()
    notebooks = {
        f"labs/stage-1/{name}.ipynb": as_json(lab(*cells, number=f"1.{place}"))
        for place, (name, cells) in enumerate(_labs(numbers), start=1)
    }
    evil = lab(markdown("# Metadata"), number="1.99")
    evil["metadata"]["lab"] |= {
        key: numbers.armed(TAG + f'" onmouseover=RUN x="{key}') for key in ("title", "hardware")
    }
    evil["metadata"]["lab"]["summary"] = numbers.armed("[a](javascript:RUN) " + TAG)
    evil["metadata"]["kernelspec"] = {"name": "python3", "display_name": numbers.armed(TAG)}
    name = numbers.armed("<img src=x onerror=RUN>").replace("/", "")
    notebooks[f"labs/stage-1/\"'{name}.ipynb"] = as_json(evil)
    site = make_site(root, notebooks, _stage(numbers), _site(numbers))
    site.write("site/stage-1/chapter.md", _chapter(numbers).encode())
    site.write("bench/records/small.bytes.json", as_json(_record(numbers)))
    return site, numbers.attacks


def _labs(numbers: Numbers) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Name and cells of each lab."""
    html, svg, prose = map(read_attacks, ("html", "svg", "markdown"))
    armed = numbers.armed
    yield "markdown", [_markdown(armed(each)) for each in [*prose, *html, *svg]]
    yield "html", [code("1", [display(text_html=armed(each))]) for each in [*html, *svg]]
    yield "svg", [code("1", [display(image_svg__xml=armed(each))]) for each in svg]
    wrapped = [f"<svg viewBox='0 0 9 9'>{each}</svg>" for each in html]
    yield "wrapped", [code("1", [display(image_svg__xml=armed(each))]) for each in wrapped]
    yield "text", [code("1", [display(text_markdown=armed(each))]) for each in [*prose, *html]]
    yield "latex", [code("1", [display(text_latex=armed(each))]) for each in [*html, *prose]]
    yield "plain", [code(armed(each), [_every_plain_kind(armed(each))]) for each in html]
    yield "odd", [_odd_output(armed(each), place) for place, each in enumerate(html)]
    program = code(armed(PROGRAM).replace('(1)"', '(1)"'), metadata={"tags": ["site:show"]})
    yield "program", [program]


def _markdown(text: str) -> dict[str, Any]:
    """A markdown cell; one that would be refused for a missing picture gets it."""
    files = {'x"onerror="' + "x": {"image/png": "AAAA"}}
    return markdown(text.replace("attachment:", "attached:"), attachments=files)


def _every_plain_kind(text: str) -> dict[str, Any]:
    return {
        "output_type": "error",
        "ename": text,
        "evalue": text,
        "traceback": [text, f"\x1b[31m{text}"],
    }


def _odd_output(text: str, place: int) -> dict[str, Any]:
    """A cell whose harm is in a stream, in scripts, in widgets or in words for a picture."""
    picture = display(image_png="iVBORw0KGgo=") | {
        "metadata": {"alt": text, "image/png": {"alt": text}}
    }
    forms = {
        "application/javascript": text,
        "application/vnd.jupyter.widget-view+json": {"model_id": text},
        "application/vnd.plotly.v1+json": {"data": text},
        "text/x-unknown": text,
        "text/plain": text,
    }
    odd = {"output_type": "execute_result", "execution_count": 1, "metadata": {}, "data": forms}
    stream = {"output_type": "stream", "name": f"stdout{place}\" onclick='{text}", "text": text}
    cell = code("1", [stream, odd, picture, display(image_png="iVBORw0KGgo=", text_plain=text)])
    tags = cell["metadata"]["tags"]
    return cell | {"metadata": {"tags": tags, "name": text, "jupyter": {}, "trusted": True}}


def _chapter(numbers: Numbers) -> str:
    """A chapter that holds all of the markdown; pictures there are refused on their own."""
    attacks = [each for each in read_attacks("markdown") if "![" not in each and "{{" not in each]
    body = "\n\n".join(numbers.armed(each) for each in [*attacks, *read_attacks("html")])
    head = json.dumps(numbers.armed(TAG))
    return f"---\neyebrow: {head}\nheading: {head}\n---\n\n{body}\n"


def _site(numbers: Numbers) -> dict[str, Any]:
    text = numbers.armed(TAG)
    stages = [
        {"number": number, "title": text, "summary": text + '" onclick="RUN'} for number in (1, 2)
    ]
    return {"title": text, "tagline": text, "description": text, "intro": text, "stages": stages}


def _stage(numbers: Numbers) -> dict[str, Any]:
    """Every text of ``stage.yml``, and a program to be captured."""
    text = numbers.armed(TAG + " [a](javascript:RUN)")
    head = {"eyebrow": text, "heading": text}
    program = {"id": "ex-01", "notebook": "labs/stage-1/program.ipynb", "function": "mean_square"}
    shown = {"title": text, "text": text, "state": "shown", "href": "#labs"}
    exhibit = {
        "id": "ex-01",
        "designator": "EX " + text,
        "title": text,
        "text": text,
        "program": "ex-01",
    }
    gate = {"designator": text, "program": "small", "quantity": "bytes", "criterion": text}
    return {
        "title": text,
        "description": text,
        "artifact": text,
        "chapters": ["chapter.md"],
        "instruments": head | {"text": text},
        "programs": [program | {"arguments": ["f32[4]"], "targets": ["cpu"]}],
        "exhibits": [exhibit | {"targets": ["cpu"]}],
        "deliverables": head | {"items": [shown]},
        "readings": head
        | {
            "items": [
                {
                    "title": text,
                    "url": f"https://e.invalid/?\"'{text.replace(' ', '')}",
                    "text": text,
                }
            ]
        },
        "plan": head | {"weeks": [{"title": text, "steps": [text]}]},
        "notebook": head | {"text": text},
        "self_test": head | {"text": text, "items": [{"id": "a", "text": text}]},
        "gate": head | gate | {"tolerance": 0.2, "text": text},
    }


def _record(numbers: Numbers) -> dict[str, Any]:
    text = numbers.armed(TAG)
    named = {"id": "small.bytes", "program": "small", "quantity": "bytes", "chip": text}
    return named | {
        "kind": "value", "value": 1, "unit": "B", "evidence": "first-principles",
        "command": text, "date": "2025-01-01", "note": text, "source": text,
    }  # fmt: skip
