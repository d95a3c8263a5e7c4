import { countApplications } from '@naic/admissions/applications/count-applications.ts'
import {
  type MaybeSame,
  readSaidColleges,
  type SaidCollege,
  sayOneCollege,
  sayOwnCollege,
  sayTwoColleges,
  suggestColleges,
} from '@naic/admissions/applications/same-college.ts'
import { openStored } from '@naic/installation/storage.ts'
import { printable } from '@naic/platform/sheets/printable-text.ts'
import type { Run } from '../command-run.ts'
import { type Commands, givenText } from '../command.ts'
import {
  addFormats,
  areForPrograms,
  type Column,
  counted,
  type Formats,
  printRows,
} from '../print.ts'

/** Which names of colleges are one college: capitals, spaces and signs never matter; the rest is said. */
export const commands: Commands = {
  'colleges list': {
    summary: 'names that somebody said are one college, and who said it',
    examples: ['colleges list', 'colleges list --out colleges.xlsx'],
    define: (line, run) => addFormats(line).action((formats: Formats) => list(run, formats)),
  },

  'colleges suggest': {
    summary: 'names that may be one college: nearly the same letters, the same words, or initials',
    examples: ['colleges suggest', 'colleges suggest --out to-look-at.xlsx'],
    define: (line, run) => addFormats(line).action((formats: Formats) => suggest(run, formats)),
  },

  'colleges same': {
    summary:
      'says that names are one college, in counts and filters; "colleges apart" takes it back',
    examples: ['colleges same "Vellore Institute of Technology" "VIT, Vellore" "VIT University"'],
    define: (line, run) =>
      line
        .argument('<college>', 'the name under which they count', givenText)
        .argument('<names...>', 'other names of it, as people type them')
        .action((college: string, names: string[]) => same(run, college, names)),
  },

  'colleges apart': {
    summary:
      'takes back that a name means another college; of two names, that they are not suggested any more',
    examples: ['colleges apart "VIT University"', 'colleges apart "VIT Vellore" "VIT Bhopal"'],
    define: (line, run) =>
      line
        .argument('<name>', 'in any capitals; of the name that counts, all of it', givenText)
        .argument('[other]', 'a name that looks like it, and is another college', givenText)
        .action((name: string, other: string | undefined) => apart(run, name, other)),
  },
}

const saidColumns: readonly Column<SaidCollege>[] = [
  { key: 'college', title: 'College', of: ({ college }) => college, most: 60 },
  { key: 'name', title: 'Also called', of: ({ spelling }) => spelling, most: 60 },
  { key: 'said_by', title: 'Said by', of: ({ saidBy }) => saidBy },
  { key: 'said_at', title: 'When', of: ({ saidAt }) => saidAt, kind: 'time' },
]

async function list(run: Run, formats: Formats): Promise<void> {
  await using stored = await openStored(run.settings())
  const count = await printRows(run, await readSaidColleges(stored.database), saidColumns, formats)
  if (count === 0 && !areForPrograms(formats)) run.say('Nobody has said so of any.')
}

const maybeColumns: readonly Column<MaybeSame>[] = [
  { key: 'college', title: 'College', of: ({ college }) => college, most: 50 },
  { key: 'other', title: 'May be the same', of: ({ other }) => other, most: 50 },
  { key: 'count', title: 'Applications', of: ({ count }) => count, kind: 'number' },
  { key: 'why', title: 'Why', of: ({ why }) => why },
]

async function suggest(run: Run, formats: Formats): Promise<void> {
  await using stored = await openStored(run.settings())
  const counts = await countApplications(stored.database, {}, 'college')
  const maybe = await suggestColleges(stored.database, counts)
  const count = await printRows(run, maybe, maybeColumns, formats)
  if (!areForPrograms(formats)) {
    run.say(count === 0 ? 'None look alike.' : 'Say it by "colleges same", where they are.')
  }
}

async function same(run: Run, college: string, names: readonly string[]): Promise<void> {
  const config = run.settings()
  await using stored = await openStored(config)
  const result = await sayOneCollege(stored.database, college, names, { who: config.account })
  if (result.state === 'refused') {
    return run.fail(`"${printable(result.name)}" is no name. Nothing was changed.`)
  }
  run.say(
    result.changed === 0
      ? 'They were one already. Nothing was changed.'
      : `${counted(result.changed, 'name')} count as ${printable(college)} from now on.`,
  )
}

async function apart(run: Run, name: string, other: string | undefined): Promise<void> {
  const config = run.settings()
  await using stored = await openStored(config)
  if (other !== undefined) {
    await sayTwoColleges(stored.database, name, other, { who: config.account })
    return run.say('They are two, and are not suggested again.')
  }
  const back = await sayOwnCollege(stored.database, name, { who: config.account })
  if (back.length === 0) return run.fail(`Nobody has said so of ${printable(name)}.`)
  run.say(printable(`Each counts for itself again: ${back.join('; ')}.`))
}
