"""What operations read, through calls and loops: worked out by hand."""

from __future__ import annotations

from irxray.operation_reads import BlockArgument, LoweredOperation, read_operations
from irxray.tags import Operation


def operation(
    name: str,
    parent: int | None,
    *operands: int | BlockArgument,
    symbol: str = "",
    location: str = "",
    line: int | None = None,
) -> LoweredOperation:
    """One operation without results."""
    return LoweredOperation(name, parent, line, location, (), operands, symbol)


# module {
#   func @main(%a, %b) { call @twice(%a); call @twice(%b); while(%1) { add %carried } }
#   func @twice(%x)    { multiply %x, %x; call @inner(%x) }
#   func @inner(%y)    { negate %y }
# }
PROGRAM = (
    operation("builtin.module", None, line=1),
    operation("func.func", 0, symbol="main", line=2),
    operation("func.call", 1, BlockArgument(1, 0), symbol="twice", line=3, location="f/eqn.4/jit"),
    operation("func.call", 1, BlockArgument(1, 1), symbol="twice", line=4, location="f/eqn.5/jit"),
    operation("stablehlo.while", 1, 2, line=5, location="f/eqn.6/while"),
    operation("stablehlo.add", 4, BlockArgument(4, 0), location="f/eqn.6/eqn.7/add"),
    operation("func.func", 0, symbol="twice", line=8),
    operation("stablehlo.multiply", 6, BlockArgument(6, 0), BlockArgument(6, 0), line=9),
    operation("func.call", 6, BlockArgument(6, 0), symbol="inner", line=10),
    operation("func.func", 0, symbol="inner", line=12),
    operation("stablehlo.negate", 9, BlockArgument(9, 0), line=13),
)


def read() -> tuple[Operation, ...]:
    """The program's operations."""
    return read_operations(PROGRAM)


def test_an_argument_of_the_program_stands_for_itself() -> None:
    assert [(each.operands, each.arguments) for each in read()[2:4]] == [((), (0,)), ((), (1,))]


def test_a_function_s_argument_is_what_its_callers_pass() -> None:
    multiply = read()[7]
    assert (multiply.operands, multiply.arguments) == ((), (0, 1))


def test_what_is_passed_on_and_on_comes_from_the_first_caller() -> None:
    negate = read()[10]
    assert (negate.operands, negate.arguments) == ((), (0, 1))


def test_a_loop_s_value_is_its_initial_one() -> None:
    assert read()[5].operands == (2,)


def test_calls_and_functions_are_named() -> None:
    callees = ["", "", "twice", "twice", "", "", "", "", "inner", "", ""]
    assert [each.callee for each in read()] == callees
    functions = ["", *["main"] * 5, *["twice"] * 3, *["inner"] * 2]
    assert [each.function for each in read()] == functions


def test_what_is_not_printed_stands_on_its_holder_s_line() -> None:
    assert [(each.line, each.printed) for each in read()[4:6]] == [(5, True), (5, False)]


def test_equations_are_those_of_the_name_stack_outermost_first() -> None:
    assert [each.equations for each in read()[4:7]] == [(6,), (6, 7), ()]


def test_arguments_of_several_uncalled_functions_are_counted_once() -> None:
    found = read_operations(
        (
            operation("func.func", None, symbol="one"),
            operation("func.func", None, symbol="other"),
            operation("x.reads", 0, BlockArgument(0, 1), BlockArgument(1, 1)),
        )
    )
    assert found[2].arguments == (1,)
