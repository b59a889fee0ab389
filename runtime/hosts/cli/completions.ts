/**
 * `codemode completions SHELL`: a script that completes commands, options and files. Owns the three scripts; everything
 * they offer comes from the table of commands, so a new option is completed without a word here. Before: commands.ts.
 * After: stdout, and from there the shell's start file.
 */
import { COMMANDS, type CommandName, type CommandSpec, type OptionSpec } from "./commands.js";

export const SHELLS = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof SHELLS)[number];

/** The whole script, ending in a line feed. */
export function completionScript(shell: Shell): string {
  return SCRIPTS[shell]();
}

const names = Object.keys(COMMANDS) as CommandName[];

function optionsOf(name: CommandName): readonly (readonly [option: string, spec: OptionSpec])[] {
  const { options }: CommandSpec = COMMANDS[name];
  return Object.entries({ ...options, help: { type: "boolean", summary: "options and examples" } });
}

/** The words that an option or an operand accepts; undefined for free text, empty for files. */
function valuesOf({ value, choices }: OptionSpec): readonly string[] | undefined {
  if (choices !== undefined) return choices;
  return value === "FILE" ? [] : undefined;
}

const SCRIPTS: { readonly [shell in Shell]: () => string } = {
  bash: () => {
    const commands = names.map((name) => {
      const words = optionsOf(name).map(([option]) => `--${option}`);
      const { choices }: CommandSpec = COMMANDS[name];
      return `    ${name}) words="${[...words, ...(choices ?? [])].join(" ")}" ;;`;
    });
    const chosen = new Map<string, readonly string[]>();
    for (const name of names) {
      for (const [option, spec] of optionsOf(name)) {
        const values = valuesOf(spec);
        if (values !== undefined && values.length > 0) chosen.set(option, values);
      }
    }
    const values = [...chosen].map(
      ([option, words]) => `    --${option}) COMPREPLY=($(compgen -W "${words.join(" ")}" -- "$word")); return ;;`,
    );
    return `# codemode completions for bash: eval "$(codemode completions bash)"
_codemode() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" words=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${[...names, "--help", "--version"].join(" ")}" -- "$word"))
    return
  fi
  case "$before" in
${values.join("\n")}
    *) ;;
  esac
  case "\${COMP_WORDS[1]}" in
${commands.join("\n")}
    help) words="${names.join(" ")}" ;;
    *) ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
  case "$word" in
    -*) ;;
    *) COMPREPLY+=($(compgen -f -- "$word")) ;;
  esac
}
complete -o filenames -F _codemode codemode
`;
  },

  zsh: () => {
    const commands = names.map((name) => `    ${zshText(`${name}:${COMMANDS[name].summary}`)}`);
    const cases = names.map((name) => {
      const options = optionsOf(name).map(([option, spec]) => {
        const values = valuesOf(spec);
        const action = values === undefined ? " " : values.length === 0 ? "_files" : `(${values.join(" ")})`;
        const value = spec.type === "boolean" ? "" : `:${spec.value ?? "value"}:${action}`;
        return zshText(`--${option}[${spec.summary.replace(/[[\]:]/g, "\\$&")}]${value}`);
      });
      const { choices }: CommandSpec = COMMANDS[name];
      const operands = choices === undefined ? "'*:file:_files'" : zshText(`1:choice:(${choices.join(" ")})`);
      return `    ${name}) _arguments ${[...options, operands].join(" \\\n      ")} ;;`;
    });
    return `#compdef codemode
# codemode completions for zsh: eval "$(codemode completions zsh)"
_codemode() {
  local -a commands
  commands=(
${commands.join("\n")}
  )
  if (( CURRENT == 2 )); then
    _describe 'command' commands
    return
  fi
  local command="$words[2]"
  shift words
  (( CURRENT-- ))
  case "$command" in
${cases.join("\n")}
    help) _describe 'command' commands ;;
  esac
}
compdef _codemode codemode
`;
  },

  fish: () => {
    const lines = names.flatMap((name) => {
      const on = `complete -c codemode -n '__fish_seen_subcommand_from ${name}'`;
      const { choices }: CommandSpec = COMMANDS[name];
      return [
        `complete -c codemode -n __fish_use_subcommand -f -a ${name} -d ${fishText(COMMANDS[name].summary)}`,
        ...(choices === undefined ? [] : [`${on} -f -a ${fishText(choices.join(" "))}`]),
        ...optionsOf(name).map(([option, spec]) => {
          const values = valuesOf(spec);
          const needs = spec.type === "boolean" ? "" : values !== undefined && values.length === 0 ? " -r -F" : " -x";
          const list = values !== undefined && values.length > 0 ? ` -a ${fishText(values.join(" "))}` : "";
          return `${on} -l ${option}${needs}${list} -d ${fishText(spec.summary)}`;
        }),
      ];
    });
    return `# codemode completions for fish: codemode completions fish | source\n${lines.join("\n")}\n`;
  },
};

/** A word in single quotes; a quote inside ends the quotes for a moment. */
function zshText(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function fishText(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
