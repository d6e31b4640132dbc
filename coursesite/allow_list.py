"""The HTML and SVG that a notebook may bring onto a page: elements and attributes by name."""

from __future__ import annotations

TAGS = frozenset({
    "a", "abbr", "b", "blockquote", "br", "caption", "code", "col", "colgroup", "dd", "del",
    "details", "div", "dl", "dt", "em", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "i", "img",
    "ins", "kbd", "li", "ol", "p", "pre", "q", "s", "samp", "small", "span", "strong", "sub",
    "summary", "sup", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "tt", "u", "ul", "var",
})  # fmt: skip
"""Elements of HTML."""
ATTRIBUTES = {
    "*": {"class", "title", "lang", "dir"},
    "a": {"href"},
    "img": {"src", "alt", "width", "height"},
    "col": {"span"},
    "colgroup": {"span"},
    "details": {"open"},
    "li": {"value"},
    "ol": {"start", "type"},
    "td": {"colspan", "rowspan", "align"},
    "th": {"colspan", "rowspan", "align", "scope"},
}
"""Attributes of HTML by element; ``*`` is any."""
DROPPED_WITH_CONTENT = frozenset({
    "desc", "foreignobject", "iframe", "metadata", "noscript", "object", "script", "style",
    "template", "title",
})  # fmt: skip
"""Elements whose text would make no sense on the page."""

SVG_TAGS = frozenset({
    "circle", "clipPath", "defs", "ellipse", "g", "image", "line", "linearGradient", "marker",
    "mask", "path", "pattern", "polygon", "polyline", "radialGradient", "rect", "stop", "svg",
    "symbol", "text", "textPath", "tspan", "use",
})  # fmt: skip
"""Elements of SVG."""
PRESENTATION = frozenset({
    "clip-path", "clip-rule", "color", "dominant-baseline", "fill", "fill-opacity", "fill-rule",
    "font-family", "font-size", "font-style", "font-weight", "marker-end", "marker-mid",
    "marker-start", "mask", "opacity", "paint-order", "stop-color", "stop-opacity", "stroke",
    "stroke-dasharray", "stroke-dashoffset", "stroke-linecap", "stroke-linejoin",
    "stroke-miterlimit", "stroke-opacity", "stroke-width", "text-anchor", "text-decoration",
    "vector-effect", "visibility",
})  # fmt: skip
"""CSS properties that SVG also has as attributes."""
SVG_OWN_ATTRIBUTES = frozenset({
    "clipPathUnits", "cx", "cy", "d", "dx", "dy", "fx", "fy", "gradientTransform",
    "gradientUnits", "height", "href", "id", "lengthAdjust", "markerHeight", "markerUnits",
    "markerWidth", "maskContentUnits", "maskUnits", "offset", "orient", "pathLength",
    "patternContentUnits", "patternTransform", "patternUnits", "points", "preserveAspectRatio",
    "r", "refX", "refY", "rotate", "rx", "ry", "spreadMethod", "startOffset", "textLength",
    "transform", "viewBox", "width", "x", "x1", "x2", "y", "y1", "y2",
})  # fmt: skip
"""Other attributes of SVG."""
