"""``fairdice completion``: the script that lets a shell complete commands, options, rule systems and their options."""

from __future__ import annotations

import os
from typing import Any

import click
from click.shell_completion import BashComplete, CompletionItem, add_completion_class, get_completion_class
from click.shell_completion import split_arg_string as words_of

from fairdice.cli.command import Command

__all__ = ["command", "prepare"]

_VARIABLE = "_FAIRDICE_COMPLETE"

# Bash ends words at these, too (COMP_WORDBREAKS), and replaces only what follows the last of them.
_BREAKS = "@=:"

_BASH = """\
%(complete_func)s() {
    local IFS=$'\\n' line type value
    COMPREPLY=()
    for line in $(env COMP_LINE="${COMP_LINE:0:$COMP_POINT}" %(complete_var)s=bash_complete "$1"); do
        type="${line%%%%,*}" value="${line#*,}"
        case "$type" in
            dir) compopt -o dirnames ;;
            file) compopt -o default ;;
            *) COMPREPLY+=("$value"); [[ "$value" == *= ]] && compopt -o nospace ;;
        esac
    done
}

complete -o nosort -F %(complete_func)s %(prog_name)s
"""


class _Bash(BashComplete):
    """Bash, told the line as it was typed: its own division into words tears ``star@1`` and ``pairs=block`` apart."""

    source_template = _BASH

    def source(self) -> str:
        return self.source_template % self.source_vars()

    def get_completion_args(self) -> tuple[list[str], str]:
        line = os.environ.get("COMP_LINE", "")
        words = words_of(line)
        incomplete = words.pop() if words and not line[-1:].isspace() else ""
        value = incomplete.partition("=")[2] if incomplete.startswith("--") else incomplete
        self._given = max(value.rfind(char) for char in _BREAKS) + 1
        return words[1:], incomplete

    def format_completion(self, item: CompletionItem[Any]) -> str:
        return f"{item.type},{str(item.value)[self._given :] if item.type == 'plain' else item.value}"


def prepare() -> None:
    """Let click answer a shell's question for completions as this module does."""
    add_completion_class(_Bash, "bash")


@click.command("completion", cls=Command)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]), metavar="bash|zsh|fish")
@click.pass_context
def command(ctx: click.Context, shell: str) -> None:
    """Print the script that completes commands in a shell.

    It completes commands, options, files, rule systems and what their options can be.

    Examples:
      eval "$(fairdice completion bash)"                                        in ~/.bashrc
      eval "$(fairdice completion zsh)"                                         in ~/.zshrc, after compinit
      fairdice completion fish > ~/.config/fish/completions/fairdice.fish
    """
    prepare()
    kind = get_completion_class(shell)
    assert kind is not None
    click.echo(kind(ctx.find_root().command, {}, "fairdice", _VARIABLE).source(), nl=False)
