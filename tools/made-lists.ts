import {
  defaultOf,
  describedSettings,
  type SettingName,
} from '@naic/house/settings/described-settings.ts'
import { commandsIn, exitCodes, makeProgram, nameOf } from '@naic/office/cli/command-line.ts'
import type { Run } from '@naic/office/cli/command-run.ts'

/** The lists of all settings and commands that people read, made from where each is described. */

const groups: (readonly [title: string, names: SettingName[]])[] = []
for (const name of Object.keys(describedSettings) as SettingName[]) {
  const { heading } = describedSettings[name]
  if (heading !== undefined) groups.push([heading, []])
  groups.at(-1)?.[1].push(name)
}

/** Of an installation by deploy/, set from the start. */
const setAtFirst = new Set<string>(['SITE_URL', 'TRUST_PROXY', 'MAIL_FROM', 'STAFF_EMAIL'])

/** By the file that has it. */
export const madeLists: Readonly<Record<string, () => string | Promise<string>>> = {
  'docs/commands.md': commandsPage,
  'docs/settings.md': page,
  'deploy/naic.env': template,
}

function page(): string {
  const tables = groups.map(([title, names]) => {
    const rows = names.map((name) => {
      const { says, example } = describedSettings[name]
      const shownExample = example === undefined ? 'secret' : `\`${example}\``
      return [`\`${name}\``, defaultOf(name) ?? 'none', says, shownExample]
    })
    return `## ${title}\n\n${table(['setting', 'default', 'meaning', 'example'], rows)}`
  })
  return `# Settings

All are environment variables, and all are optional; \`/etc/naic/naic.env\` has those of an installed server, as \`NAME=value\`. A wrong
one stops the start with a sentence that names it. After a change, restart the server, and the desk if there is one.

\`council settings\` shows what is set, without secrets, and names that look like a setting with a slip; \`doctor\` and the start
warn of those too.

A secret may be in a file instead, such as the secrets of a container: \`DATABASE_PASSWORD_FILE\` names the file of
\`DATABASE_PASSWORD\`, and so on. Only the program's user should be able to read it.

This page is made from \`packages/house/settings/described-settings.ts\` by \`npm run lists\`.

${tables.join('\n\n')}
`
}

async function commandsPage(): Promise<string> {
  let help = ''
  const write = (text: string) => (help += text)
  const program = await makeProgram({ process: { stdout: { write } } } as unknown as Run)
  const rows = commandsIn(program).map((command) => {
    help = ''
    command.outputHelp()
    const [, example = ''] = /^Example: council (.+)$/m.exec(help) ?? []
    const taken = command.registeredArguments.map((one) =>
      one.required ? `<${one.name()}>` : `[${one.name()}]`,
    )
    const options = command.options.map(({ flags, mandatory }) =>
      mandatory ? flags : `[${flags}]`,
    )
    const words = [nameOf(command), ...taken, ...options].join(' ')
    return [`\`${words}\``, command.description(), `\`${example}\``]
  })
  return `# The command line

For the person who runs the server, and for programs. The staff work at the desk ([staff.md](staff.md)). An installed server has
\`council\`; in a copy of the project it is \`npm run --silent council --\`. \`council COMMAND --help\` says what each option is. In PostgreSQL
some, such as \`erase\`, \`staff\` and \`migrate\`, need the owner of the tables: \`council --as-owner …\`, in a copy the owner's
\`DATABASE_URL\` ([beyond-one-server.md](beyond-one-server.md)).

${exitCodes}

What cannot be undone is only said, with exit code 1, until you add \`--yes\`. \`--json\` is for programs: its names stay, and its times are
UTC. If you mistype a word, the nearest is named, and nothing is done.

Type no address or name of a person among the words: they stay in the shell's history and in the system's log, which no erasure
reaches. With \`-\` they are read from standard input, as in \`council erase --email -\`.

This page is made from the commands by \`npm run lists\`.

${table(['command', 'what it does', 'example'], rows)}
`
}

/** As oxfmt has it. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, at) =>
    Math.max(title.length, ...rows.map((row) => row[at]?.length ?? 0)),
  )
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  return [head, widths.map((width) => '-'.repeat(width)), ...rows].map(line).join('\n')
}

function template(): string {
  const parts = groups.map(([title, names]) => {
    // The units set DATA_DIR.
    const lines = names
      .filter((name) => name !== 'DATA_DIR')
      .map((name) => {
        const { says, example = '' } = describedSettings[name]
        const given = defaultOf(name)?.replaceAll('`', '')
        const about = `${plain(says)}${given === undefined ? '' : ` (default: ${given})`}`
        return `# ${about}\n${setAtFirst.has(name) ? '' : '#'}${name}=${name === 'TRUST_PROXY' ? '127.0.0.1' : example}`
      })
    return `# --- ${title} ---\n\n${lines.join('\n\n')}`
  })
  return `# Settings of the server: /etc/naic/naic.env, for root alone (mode 0600), since passwords may
# stand here. One NAME=value a line; what is not set has its default. "council settings" shows what
# holds; docs/settings.md is the same list in tables.

${parts.join('\n\n')}
`
}

/** Markdown for a comment: a link is its file's path. */
const plain = (says: string) =>
  says.replaceAll(/\[[^\]]+\]\(([^)]+)\)/g, 'docs/$1').replaceAll('`', '')
