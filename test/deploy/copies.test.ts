import { generateKeyPairSync } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { addRelease, answersTo160, bootDebian, emptyDebian } from '#support/debian-machine.ts'
import { allTests, newFolder } from '#support/opened.ts'
import { PostgresPlace } from '#support/postgres-places.ts'
import { bucketOfTheRun, startSwift, swiftKeys } from '#support/start-swift.ts'

const folder = allTests(newFolder)
vi.setConfig({ hookTimeout: 900_000 })
const wires: ReturnType<typeof createServer>[] = []
afterAll(() => wires.forEach((wire) => wire.close()))
const swift = allTests(startSwift)
const place = new PostgresPlace()
const machine = allTests(async () => bootDebian(await emptyDebian(folder.path), folder.path))
beforeAll(async () => {
  await place.createEmpty()
  for (const url of [place.url, swift.endpoint]) await lay(Number(new URL(url).port))
})

/** Makes a port of ours one of the machine's, whose network leads nowhere. */
async function lay(port: number): Promise<void> {
  const wire = createServer((socket) => {
    const there = connect(port, '127.0.0.1')
    for (const end of [socket, there]) end.on('error', () => undefined)
    socket.pipe(there).pipe(socket)
  })
  wires.push(wire.listen(folder.file(`${port}.sock`)))
  const other = `const net = require("node:net"); net.createServer((socket) => {
    const there = net.connect("/releases/${port}.sock")
    for (const end of [socket, there]) end.on("error", () => undefined)
    socket.pipe(there).pipe(socket) }).listen(${port}, "127.0.0.1")`
  await machine.ask(`systemd-run --quiet /releases/naic-1/bin/node -e '${other}'`)
}

const install = (version: number, words = '') =>
  machine.ask(`/releases/naic-${version}/deploy/install ${words}`)

test('copies on one machine are replaced one after the other by the installer, and no request fails meanwhile', async () => {
  const key = () =>
    generateKeyPairSync('ed25519')
      .privateKey.export({ type: 'pkcs8', format: 'der' })
      .toString('base64')
  const settings = {
    SITE_URL: 'https://www.example.org',
    MAIL_FROM: 'internships@example.org',
    STAFF_EMAIL: 'staff@example.org',
    DATABASE_URL: place.url,
    FILES_URL: `s3://${bucketOfTheRun}/copies?endpoint=${swift.endpoint}`,
    ...swiftKeys,
    CREDENTIALS_KEYS: key(),
    LOG_KEYS: key(),
    SUBMISSIONS_PER_MINUTE: '1000000',
  }
  await machine.ask('echo "127.0.0.1 www.example.org" >> /etc/hosts')
  const given = Object.entries(settings).map(([name, value]) => `'${name}=${value}'`)
  await install(1, given.join(' '))
  await machine.ask('systemctl enable --now naic@3001')
  const site = path.join(machine.root, 'etc/nginx/sites-available/naic')
  const upstreams = await readFile('deploy/nginx-copies.conf', 'utf8')
  const alone = (await readFile(site, 'utf8')).replaceAll(/^upstream .+?^}$/gms, '')
  await writeFile(site, upstreams + alone)
  await machine.ask('nginx -t -q && systemctl reload nginx')
  await machine.ask('until curl -sf http://127.0.0.1:3001/ready; do sleep 0.2; done')

  await addRelease(folder.path, 2)
  const upgrade = { isUnderWay: true }
  const installed = install(2).finally(() => (upgrade.isUnderWay = false))
  while (upgrade.isUnderWay) expect(await answersTo160(machine)).toBe('[[200,120],[201,40]]')
  await installed
  for (const unit of ['naic', 'naic@3001']) {
    const pid = `systemctl show --property MainPID --value ${unit}`
    expect(await machine.ask(`readlink /proc/$(${pid})/exe`)).toContain('/naic-2-')
  }
  await machine.ask('/opt/naic/deploy/uninstall --yes')
  expect(await machine.ask('systemctl --no-legend list-units "naic@*"')).toBe('')
})
