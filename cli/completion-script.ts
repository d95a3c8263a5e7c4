import type { Command as CommandLine, Option } from 'commander'
import { isDefault } from './command-line.ts'

/** What may follow after the words of a key. */
type Follows = ReadonlyMap<string, readonly string[]>

/** In a shell such a word stands for itself. */
const isPlain = (word: string) => /^[\w.-]+$/.test(word)

/**
 * A script that a shell reads once, and that then completes commands, options and the values that
 * are known beforehand, without starting the program; where none are known, names of files.
 *
 * @param program with all commands.
 */
export function completionScript(program: CommandLine, shell: 'bash' | 'zsh'): string {
  const cases = [...followsOf(program)].map(
    ([after, words]) => `    '${after}') echo '${words.filter(isPlain).join(' ')}' ;;`,
  )
  return script(cases.join('\n'), shell)
}

/**
 * By "certificates": its commands. By "outbox list -": options. By "outbox list --state": its values,
 * none where it is any text.
 */
function followsOf(program: CommandLine): Follows {
  const follows = new Map<string, readonly string[]>()
  const enter = (line: CommandLine, path: readonly string[]) => {
    const alone = line.commands.find(isDefault)
    const own = [...line.options, ...(alone?.options ?? [])]
    const at = path.join(' ')
    follows.set(at, wordsOf(line))
    follows.set(`${at} -`.trim(), ['--help', ...own.flatMap(({ long }) => long ?? [])])
    for (const option of own.filter(takesValue)) {
      follows.set(`${at} ${option.long}`.trim(), option.argChoices ?? [])
    }
    for (const one of line.commands) enter(one, [...path, one.name()])
  }
  enter(program, [])
  return follows
}

const takesValue = ({ required, optional }: Option) => required || optional

const wordsOf = ({ commands, registeredArguments }: CommandLine): readonly string[] =>
  commands.length > 0
    ? commands.map((one) => one.name())
    : registeredArguments.flatMap(({ argChoices }) => argChoices ?? [])

const script = (
  cases: string,
  shell: 'bash' | 'zsh',
) => `# Completion of the council's commands, for ${shell}. To have it in every shell, put this into ~/.${shell}rc:
#   source <(council completion ${shell})
${shell === 'zsh' ? zshFirst : ''}
# What may follow; fails where nothing is known.
_council_follows() {
  case "$1" in
${cases}
    *) return 1 ;;
  esac
}

_council() {
  local current="\${COMP_WORDS[COMP_CWORD]}" at='' option='' word known i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="\${COMP_WORDS[i]}"
    if [[ "$word" == '=' ]]; then continue; fi
    if [[ -n "$option" ]]; then option=''; continue; fi
    case "$word" in
      -*) if _council_follows "\${at:+$at }$word" > /dev/null; then option="$word"; fi ;;
      *) if _council_follows "\${at:+$at }$word" > /dev/null; then at="\${at:+$at }$word"; fi ;;
    esac
  done
  if [[ "$current" == '=' ]]; then current=''; fi
  if [[ -n "$option" ]]; then word="$option"
  elif [[ "$current" == -* ]]; then word='-'
  else word=''
  fi
  known="$at"
  if [[ -n "$word" ]]; then known="\${at:+$at }$word"; fi
  COMPREPLY=($(compgen -W "$(_council_follows "$known")" -- "$current"))
}

complete -o default -F _council council
`

/** zsh understands bash's way once it is asked to. */
const zshFirst = `autoload -Uz compinit bashcompinit
if ! whence compdef > /dev/null; then compinit; fi
bashcompinit
`
