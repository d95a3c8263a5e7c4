import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asha, cv } from '#support/ashas-form.ts'
import { bootDebian, type DebianMachine, emptyDebian } from '#support/debian-machine.ts'

let folder: string
const machines: DebianMachine[] = []
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'naic-move-'))
  const root = await emptyDebian(folder)
  const other = path.join(await mkdtemp(path.join(tmpdir(), 'naic-debian-')), 'root')
  await promisify(execFile)('cp', ['-a', root, other])
  for (const one of [root, other]) {
    const machine = await bootDebian(one, folder)
    machines.push(machine)
    await machine.ask(
      'ln -s /releases/naic-1 /root && echo 127.0.0.1 www.example.org >> /etc/hosts',
    )
  }
}, 900_000)
afterAll(async () => {
  for (const machine of machines) await machine.remove()
  await rm(folder, { recursive: true })
})

/** What is typed on one of the machines, a step a block, as the chapter of the document has it. */
async function blocksOf(document: string, chapter: string): Promise<[string, string][]> {
  const text = await readFile(document, 'utf8')
  const [, told = ''] = text.split(`\n## ${chapter}\n`)
  const [until = ''] = told.split('\n## ')
  const blocks = until.matchAll(/^ *```\n(?: *# on the (old|new) machine\n)?([^]*?)^ *```$/gm)
  return [...blocks].map(([, machine = '', lines = '']) => [machine, lines.replaceAll(/^ +/gm, '')])
}

test('a site moves to another machine as docs/deploying.md types it, and a restore that is cut off makes no new registry', async () => {
  const [from, to] = machines as [DebianMachine, DebianMachine]
  const settings =
    'SITE_URL=https://www.example.org MAIL_FROM=internships@example.org STAFF_EMAIL=staff@example.org'
  await from.ask(`cd /root && naic-1/deploy/install ${settings}`)
  // Of certbot, which was not asked here.
  await from.ask('mkdir -p /etc/letsencrypt && echo BACKUP_OPTIONS= > /etc/naic/backup.env')
  await writeFile(path.join(from.root, 'root/cv.pdf'), cv)
  const fields = Object.entries(asha).map(([name, value]) => `--form-string '${name}=${value}'`)
  const applied = `curl -skf ${fields.join(' ')} -F 'resume=@/root/cv.pdf;type=application/pdf'`
  await from.ask(`${applied} https://www.example.org/api/internship/apply/`)
  await from.ask('until grep -ls "^To: .*asha.rao" /var/lib/naic/mail/*.eml; do sleep 0.2; done')
  const kept = 'cat /var/lib/naic/keys/*.pem /etc/naic/naic.env /etc/naic/tls/site/* | sha256sum'
  const before = await from.ask(kept)

  const blocks = await blocksOf('docs/deploying.md', 'To another machine')
  expect(blocks.map(([machine]) => machine)).toEqual(['old', 'old', 'new', 'new', 'new'])
  for (const [machine, lines] of blocks) {
    if (lines.includes('--from-backup')) await cutOff()
    // Its certificate is its own.
    const trusting = 'export CURL_CA_BUNDLE=/etc/naic/tls/site/fullchain.pem'
    const line = `set -e; cd /root; ${trusting}; ${lines}`
    const said = await (machine === 'old' ? from : to).ask(line)
    if (lines.includes('curl')) {
      expect(said).toMatch(/^HTTP\/2 200/)
      expect(said).not.toContain('WRONG')
    }
    for (const name of ['naic.tar', 'settings.tar']) {
      const [file, there] = [from, to].map(({ root }) => path.join(root, 'root', name))
      if (lines.includes(`> ${name}`)) await copyFile(file as string, there as string)
    }
  }
  expect(await to.ask(kept)).toBe(before)
  expect(await to.ask('council applications export --json')).toContain('Asha Rao')
  expect((await from.run('systemctl is-active naic naic.socket')).stdout).toMatch(/^(inactive\n)+$/)
  const again = await to.run('cd /root && naic-1/deploy/install --from-backup naic.tar')
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('has data')])

  /** What is half there is refused; then nothing starts, until the whole is there. */
  async function cutOff() {
    const backup = path.join(to.root, 'root/naic.tar')
    await rename(backup, `${backup}.whole`)
    await to.ask('cd /root && head -c 60000 naic.tar.whole > naic.tar')
    for (const words of ['--from-backup naic.tar', '', '--from-backup - < naic.tar']) {
      const { code, stderr } = await to.run(`cd /root && naic-1/deploy/install ${words}`)
      expect([code, stderr]).toEqual([
        1,
        expect.stringMatching(words ? /not restored, and nothing/ : /restore came to no end/),
      ])
      expect((await to.run('ls -A /var/lib/naic')).stdout).toBe('')
    }
    await rename(`${backup}.whole`, backup)
  }
})

test('a backup is restored on the machine that made it as docs/backup.md types it, plain and encrypted', async () => {
  const machine = machines[1] as DebianMachine
  const [[, lines] = ['', '']] = await blocksOf('docs/backup.md', 'Restore')
  const inRoot = (line: string) => machine.ask(`set -e; cd /root; ${line}`)
  await inRoot('council backup - > naic-2026-03-14.tar')
  await inRoot(lines)
  expect(await inRoot('council applications export --json')).toContain('Asha Rao')
  await inRoot('until curl -sf http://127.0.0.1:3000/ready; do sleep 0.2; done')

  await inRoot('rm -r /var/lib/naic-before; age-keygen -o key.txt 2>/dev/null')
  await inRoot('age -r "$(age-keygen -y key.txt)" -o naic.tar.age naic-2026-03-14.tar')
  const encrypted = /`(age .+ council restore -)`/.exec(await readFile('docs/backup.md', 'utf8'))
  await inRoot(lines.replace(/^council restore.+$/m, encrypted?.[1] ?? ''))
  expect(await inRoot('council applications export --json')).toContain('Asha Rao')

  // Where the server's user may not go, a file is refused, and is not somewhere else instead.
  const named = await machine.run('cd /root && council backup AFTER.tar')
  expect([named.code, named.stderr]).toEqual([
    1,
    expect.stringContaining('AFTER.tar cannot be written'),
  ])
  expect((await machine.run('ls /AFTER.tar /root/AFTER.tar /var/lib/naic/AFTER.tar')).stdout).toBe(
    '',
  )
})
