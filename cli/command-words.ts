import leven from 'leven'

/** More are no help: whoever typed it reads the list of all commands. */
const mostMeant = 6

/**
 * Which commands have to be loaded for what was typed: one, where the words name it; those of a group
 * that was typed alone; and otherwise all, as for the list of them.
 *
 * @param typed words before the first option.
 * @param names of the commands, as their files have them: with a hyphen between their words.
 */
export function neededFor(typed: readonly string[], names: readonly string[]): readonly string[] {
  const [first = '', second] = typed
  const group = names.filter((name) => name === first || name.startsWith(`${first}-`))
  if (second !== undefined && group.includes(`${first}-${second}`)) return [`${first}-${second}`]
  if (group.length === 1 && group[0] === first) return group
  return group.length > 0 && second === undefined ? group : names
}

/**
 * @param typed words that are no command.
 * @param commands each as it is typed: "keys list", and groups alone.
 * @returns those that were perhaps meant: a slip of the finger, words in another order, one left out.
 */
export function meantBy(typed: readonly string[], commands: readonly string[]): string[] {
  const costs = commands.map((command) => ({ command, cost: costOf(typed, command.split(' ')) }))
  const least = Math.min(...costs.map(({ cost }) => cost))
  if (least === Infinity) return []
  const meant = costs.filter(({ cost }) => cost === least).map(({ command }) => command)
  return meant.length > mostMeant ? [] : meant.toSorted()
}

/** What it takes to make the command of what was typed; Infinity for what is too far away. */
function costOf(typed: readonly string[], command: readonly string[]): number {
  const [first = '', second] = typed
  const [group = '', name] = command
  const joined = command.join('-')
  if (second === undefined) {
    const whole = Math.min(costOfWord(first, joined), costOfBeginning(first, joined))
    if (name === undefined) return whole
    return Math.min(whole, 1 + costOfWord(first, name), 1 + costOfWord(first, group))
  }
  // Whatever follows a command may be what it takes.
  const withMore = 1 + costOfWord(first, joined)
  if (name === undefined) return Math.min(withMore, costOfWord(`${first}-${second}`, joined))
  return Math.min(
    withMore,
    3 + costOfWord(first, name),
    costOfPart(first, group) + costOfWord(second, name),
    1 + costOfWord(first, name) + costOfPart(second, group),
  )
}

/** Letters that are wrong. */
function costOfWord(typed: string, word: string): number {
  const wrong = leven(typed, word)
  const most = Math.min(3, Math.ceil(Math.max(typed.length, word.length) / 3))
  return wrong <= most && wrong < word.length ? wrong : Infinity
}

const costOfBeginning = (typed: string, word: string): number =>
  typed.length >= 3 && word.startsWith(typed) ? 1 : Infinity

const costOfPart = (typed: string, word: string): number =>
  Math.min(costOfWord(typed, word), costOfBeginning(typed, word))
