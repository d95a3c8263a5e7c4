import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import PostalMime from 'postal-mime'
import { expect, test, vi } from 'vitest'
import { allTests, newFolder } from '#support/opened.ts'
import { asha, cv } from '#support/ashas-form.ts'
import { addRelease, answersTo160, bootDebian, emptyDebian } from '#support/debian-machine.ts'

/**
 * One machine from the day it was empty, in the order of these tests: each goes on where the one before
 * ended. Its releases are this tree's own, under the numbers of versions to come.
 */
const folder = allTests(newFolder)
vi.setConfig({ hookTimeout: 900_000 })
// pebble: a certificate authority for tests, which speaks what certbot does.
const authority = 'apt-get install -q -y --no-install-recommends pebble'
const machine = allTests(async () =>
  bootDebian(await emptyDebian(folder.path, authority), folder.path),
)

const release = (version: number, changed?: Record<string, string>) =>
  addRelease(folder.path, version, changed)
const settings =
  'SITE_URL=https://www.example.org MAIL_FROM=internships@example.org STAFF_EMAIL=staff@example.org'
const install = (version: number, words = '') =>
  machine.run(`/releases/naic-${version}/deploy/install ${words}`)
const runningVersion = () =>
  machine.ask('grep -o \'"version": *"[^"]*"\' /opt/naic/release.json | grep -o [0-9.]*')
const rows = async (sql: string): Promise<unknown[]> => {
  const script =
    'console.log(JSON.stringify(new (require("node:sqlite").DatabaseSync)("naic.sqlite").prepare(process.argv[1]).all()))'
  const asNaic = 'cd /var/lib/naic && setpriv --reuid=naic --regid=naic --clear-groups'
  return JSON.parse(await machine.ask(`${asNaic} /opt/naic/bin/node -e '${script}' "${sql}"`))
}
const curl =
  'curl -sk --resolve www.example.org:443:127.0.0.1 --resolve desk.example.org:443:127.0.0.1'
/** @returns of an answer, what curl writes by such a format. */
const answerOf = (address: string, format = '%{http_code}') =>
  machine.ask(`${curl} -o /dev/null -w '${format}' ${address}`)
const home = 'https://www.example.org/'

test('without a terminal it names each setting that it needs, and starts nothing', async () => {
  const { code, stderr } = await install(1)
  expect(code).toBe(1)
  for (const name of ['SITE_URL', 'MAIL_FROM', 'STAFF_EMAIL'])
    expect(stderr).toContain(`${name} is needed`)
  expect(stderr).not.toContain('SMTP_URL')
  expect((await machine.run('ls /opt/naic /etc/naic/naic.env')).stdout).toBe('')
})

test('a release that is not as it was made is not installed', async () => {
  const program = 'build/program/main.js'
  await release(2)
  const file = folder.file('naic-2', program)
  // It is one with that of the other release.
  await rm(file)
  await writeFile(file, '// something else')
  const { code, stderr } = await install(2, settings)
  expect([code, stderr]).toEqual([1, expect.stringContaining('The release is not as it was made')])
  expect((await machine.run('ls /opt/naic')).stdout).toBe('')
  await rm(folder.file('naic-2'), { recursive: true })
})

test('on a terminal it asks for them, and keeps what is said as it was said', async () => {
  const odd = `it's "5 $" \\ \`x\``
  await machine.ask(`mkdir -p /root/answers; cat > /root/answers/odd <<'END'\n${odd}\nEND`)
  const answers = [home.slice(0, -1), '', 'letters@example.org', 'staff@example.org', '', '']
  await machine.runUntil(
    `script -qec '/releases/naic-1/deploy/install "ODD_SETTING=$(cat /root/answers/odd)"' /dev/null`,
    'until ls /etc/naic/naic.env 2>/dev/null; do sleep 0.01; done',
    `${answers.join('\n')}\n`,
  )
  const read =
    'systemd-run --quiet --pipe --wait --collect -p EnvironmentFile=/etc/naic/naic.env printenv'
  expect(await machine.ask(`${read} SITE_URL MAIL_FROM STAFF_EMAIL ODD_SETTING`)).toBe(
    ['https://www.example.org', 'letters@example.org', 'staff@example.org', odd].join('\n'),
  )
  expect(await machine.ask('stat -c "%a %U" /etc/naic /etc/naic/naic.env')).toBe(
    '700 root\n600 root',
  )
})

test('killed wherever it may be, it is run again, and the site answers through nginx', async () => {
  const site = '/etc/nginx/sites-available/naic'
  for (const station of ['/opt/naic-releases/unfinished-*', '/opt/naic', site]) {
    await machine.runUntil(
      `/releases/naic-1/deploy/install ${settings}`,
      `until ls -d ${station} >/dev/null 2>&1; do sleep 0.01; done`,
    )
  }
  await machine.ask('echo "127.0.0.1 www.example.org desk.example.org" >> /etc/hosts')
  const { code, stdout, stderr } = await install(1, settings)
  expect([code, stderr]).toEqual([0, expect.stringContaining('0 wrong.')])
  expect(stdout).toContain('answers at https://www.example.org')
  expect(await machine.ask('ls /opt/naic-releases')).toMatch(/^history\nnaic-[0-9.]+-[0-9a-f]{8}$/)
  expect(await answerOf(home, '%{http_code} %{http_version}')).toBe('200 2')
  const plainly = "-H 'Host: www.example.org' http://127.0.0.1/apply"
  expect(await answerOf(plainly, '%{redirect_url}')).toBe(`${home}apply`)
  // Run again, it changes nothing, and the server that runs goes on.
  const pid = 'systemctl show --property MainPID --value naic.service'
  const before = await machine.ask(pid)
  expect((await machine.run('/opt/naic/deploy/install')).code).toBe(0)
  expect(await machine.ask(pid)).toBe(before)
})

test('an application is taken, and its letters are there', async () => {
  await writeFile(path.join(machine.root, 'root/cv.pdf'), cv)
  const fields = Object.entries(asha).map(([name, value]) => `--form-string '${name}=${value}'`)
  const resume = "-F 'resume=@/root/cv.pdf;type=application/pdf'"
  const address = 'https://www.example.org/api/internship/apply/'
  const answer = await machine.ask(
    `${curl} -w ' %{http_code}' ${fields.join(' ')} ${resume} ${address}`,
  )
  expect(answer).toMatch(/ 201$/)
  await machine.ask('until grep -ls "^To: .*asha.rao" /var/lib/naic/mail/*.eml; do sleep 0.2; done')
})

test('a server that is killed is started again, and who comes meanwhile waits for it', async () => {
  await machine.ask('systemctl kill --signal=KILL naic')
  expect(await answerOf(home)).toBe('200')
})

/** 160 people in eight seconds, of whom every fourth applies. None may fail. */
async function peopleCome(): Promise<void> {
  expect(await answersTo160(machine)).toBe('[[200,120],[201,40]]')
  const stored = "SELECT id FROM application WHERE email LIKE 'n%@example.com'"
  expect(await rows(stored)).toHaveLength(40)
}

test('no request fails while the server is restarted, be it read or a form', async () => {
  await machine.ask('systemctl reset-failed naic')
  const asking = peopleCome()
  for (let time = 1; time <= 3; time += 1) await machine.ask('systemctl restart naic')
  await asking
})

test('somebody of the staff runs the council’s commands without being root, and nothing else', async () => {
  await machine.ask('useradd --create-home --shell /bin/sh --groups naic-staff nandini')
  await machine.ask("echo 'nandini:from the office' | chpasswd")
  const asNandini = (line: string) =>
    machine.run(`runuser -l nandini -c 'script -qec "${line}" /dev/null'`, 'from the office\n')
  const listed = await asNandini('council applications export --json')
  expect([listed.code, listed.stdout]).toEqual([0, expect.stringContaining('Asha Rao')])
  expect((await asNandini('council applications export --help')).code).toBe(0)
  const refused = await asNandini('sudo -k cat /etc/naic/naic.env')
  expect([refused.code, refused.stdout]).toEqual([1, expect.not.stringContaining('SITE_URL')])
})

test('a command reads and writes where one stands, what is typed goes as it is, and into no log', async () => {
  const typed = 'zubeida ${SITE_URL} $HOME'
  const { stdout, stderr } = await machine.run(`cd /root && council staff invite '${typed}'`)
  expect(stdout + stderr).toContain(typed)
  const logs = await machine.ask('journalctl --sync && journalctl --no-pager')
  expect(logs).toContain('A command of the council')
  expect(logs).not.toContain('zubeida')

  const row = 'R-1,Asha Rao,Web Development,4 Weeks,2026-03-14'
  const sheet = `reference,holder,domain,duration,verified_on\n${row}\n`
  await machine.ask('install -d -o naic /srv/sheets')
  await writeFile(path.join(machine.root, 'srv/sheets/one.csv'), sheet)
  const issue = 'council certificates issue --sheet one.csv --yes'
  const [id] = /NAIC\w{6,}/.exec(await machine.ask(`cd /srv/sheets && ${issue}`)) ?? []
  for (const drawn of ['pdf', 'png']) {
    const shown = await answerOf(
      `${home}credentials/${id}.${drawn}`,
      '%{http_code} %{content_type}',
    )
    expect(shown).toMatch(new RegExp(`^200 \\w+/${drawn}$`))
  }

  const file = async (line: string) =>
    machine.ask(`cd /root && umask 022 && ${line} > redirected && stat -c %a redirected`)
  expect(await file('council applications export --json')).toBe('600')

  // The settings of the tables' owner come after the server's, and win.
  await machine.ask('echo LETTERS_PER_HOUR=many | install -m 600 /dev/stdin /etc/naic/owner.env')
  expect((await machine.run('council --as-owner doctor')).stdout).toContain('LETTERS_PER_HOUR')
  expect((await machine.run('council doctor')).stdout).not.toContain('LETTERS_PER_HOUR')
  await machine.ask('rm /etc/naic/owner.env')
})

test('the units have no mistake, leave little to do harm with, and hide the backups', async () => {
  const verified = await machine.run('systemd-analyze verify /etc/systemd/system/naic*')
  expect(verified).toEqual({ code: 0, stdout: '', stderr: '' })
  for (const unit of ['naic.service', 'naic-desk.service']) {
    // Of 10: it listens and calls relays, and V8 needs memory that it writes and runs.
    const said = await machine.ask(`systemd-analyze security --no-pager ${unit} | tail -n 1`)
    expect(Number(/: ([0-9.]+) /.exec(said)?.[1]), said).toBeLessThanOrEqual(1.3)
  }
  const pid = 'systemctl show --property MainPID --value naic.service'
  const reading = (file: string) =>
    machine.run(
      `nsenter --mount --target=$(${pid}) setpriv --reuid=naic --regid=naic --clear-groups sh -c "head -qc 6 ${file}"`,
    )
  expect((await reading('/var/lib/naic/naic.sqlite')).stdout).toBe('SQLite')
  expect(await machine.ask('cat /var/lib/naic-backups/*.tar | head -c 4 | wc -c')).toBe('4')
  expect((await reading('/var/lib/naic-backups/*')).stdout).toBe('')
})

test('whoever is naic reads no backup and deletes none, by whatever way, and cannot forge the word of one', async () => {
  const before = await machine.ask('cd /var/lib/naic-backups && sha256sum *')
  const word = await machine.ask('cat /var/lib/naic-backup-state/backup.json')
  const naic = 'setpriv --reuid=naic --regid=naic --init-groups sh -c'
  const files = '/var/lib/naic-backups/*'
  for (const line of [
    `cat ${files}`,
    `rm -f ${files}`,
    `sudo -n cat ${files}`,
    `systemd-run --quiet --pipe cat ${files}`,
    `systemd-run --quiet --pipe --uid=root cat ${files}`,
    `systemctl start naic-backup.service`,
    // Of the manager of systemd, which is root's.
    `cat /proc/1/root${files}`,
    `ls /var/lib/naic-backups`,
    `echo > /var/lib/naic-backup-state/backup.json`,
  ]) {
    const { code, stdout } = await machine.run(`${naic} '${line}'`)
    expect([line, code !== 0 || line.startsWith('rm'), stdout]).toEqual([line, true, ''])
  }
  expect(await machine.ask('cd /var/lib/naic-backups && sha256sum *')).toBe(before)
  expect(await machine.ask('cat /var/lib/naic-backup-state/backup.json')).toBe(word)
})

test('an encrypted backup is rehearsed where the key is, says so where it is not, and leaves nothing', async () => {
  await machine.ask('age-keygen -o /run/identity && mkdir -p -m 700 /run/credstore')
  await machine.ask(
    'echo "BACKUP_RECIPIENTS=$(age-keygen -y /run/identity)" | install -m 600 /dev/stdin /etc/naic/backup.env',
  )
  await machine.ask('systemctl start naic-backup')
  const rehearse = () => machine.run('systemctl start naic-rehearsal')
  const said = () => machine.ask('journalctl -u naic-rehearsal -o cat')
  const doctor = async () => (await machine.run('council doctor')).stdout
  expect((await rehearse()).code).toBe(0)
  expect(await said()).toContain('It was NOT restored')
  expect(await doctor()).toContain('the key that opens it is not here')

  const key = '/run/credstore/naic-backup-identity'
  await machine.ask(`cp /run/identity ${key}`)
  expect([(await rehearse()).code, await said()]).toEqual([
    0,
    expect.stringContaining('The site has 41 applications'),
  ])
  expect(await doctor()).toMatch(/right +rehearsal: +A backup was restored and checked/)
  const left = 'ls -d /var/tmp/naic-rehearsal* /var/tmp/systemd-private-*-naic-rehearsal*'
  expect((await machine.run(left)).stdout).toBe('')

  // Killed, it says so, and leaves nothing either.
  await machine.ask('systemctl start --no-block naic-rehearsal')
  await machine.ask(
    'until ls -d /var/tmp/systemd-private-*-naic-rehearsal*/tmp/naic-rehearsal; do sleep 0.05; done',
  )
  await machine.ask('systemctl kill --signal=KILL naic-rehearsal')
  await machine.ask('until systemctl is-failed --quiet naic-rehearsal; do sleep 0.05; done')
  // systemd empties the folder when the unit has ended, and says so before.
  await expect.poll(async () => (await machine.run(left)).stdout).toBe('')
  expect(await doctor()).toMatch(/WRONG +rehearsal: .+did not come to its end/)
  expect((await rehearse()).code).toBe(0)
  await machine.ask('rm -r /run/credstore /etc/naic/backup.env /var/lib/naic-backups/*.age')
})

test('of a unit that fails the operator gets a letter with the end of its log, and no second one within the hour', async () => {
  await writeFile(path.join(machine.root, 'root/relay.cjs'), relay)
  const relayed = 'systemd-run --quiet --unit=relay --working-directory=/root'
  await machine.ask(`${relayed} /opt/naic/bin/node relay.cjs`)
  await machine.ask('echo SMTP_URL=smtp://127.0.0.1:2525 >> /etc/naic/naic.env')
  await machine.ask('echo BACKUP_RECIPIENTS=age1nobody > /etc/naic/backup.env')
  const log = "journalctl --sync; journalctl -o cat -u 'naic-failed@naic-backup.service.service'"
  for (const told of ['Told staff@example.org', 'exec-condition']) {
    expect((await machine.run('systemctl start naic-backup')).code).toBe(1)
    await machine.ask(`until { ${log}; } | grep "${told}"; do sleep 0.1; done`)
  }
  const letters = await machine.ask('cat /root/letters')
  expect(letters.match(/^Subject: /gm)).toHaveLength(1)
  const { subject, text } = await PostalMime.parse(letters)
  expect(subject).toContain('naic-backup.service has failed')
  expect(text).toContain('cannot be written or encrypted')
  await machine.ask("sed -i '/^SMTP_URL/d' /etc/naic/naic.env && rm /etc/naic/backup.env")
})

test('a newer version takes its place, keeps what the operator changed, and no request is lost', async () => {
  await machine.ask(
    "sed -i 's/client_max_body_size 38m/client_max_body_size 39m/' /etc/nginx/sites-available/naic",
  )
  await machine.ask("sed -i 's/^#METRICS_PORT/METRICS_PORT/' /etc/naic/naic.env")
  const site = await readFile('deploy/nginx-site.conf', 'utf8')
  const council = await readFile(folder.file('naic-1/bin/council'), 'utf8')
  const unit = await readFile('deploy/naic-backup.timer', 'utf8')
  await release(2, {
    'deploy/nginx-site.conf': site.replace('client_max_body_size 38m', 'client_max_body_size 40m'),
    'deploy/naic-backup.timer': unit.replace('02:30', '02:40'),
    // As one says it that has a change of the tables.
    'bin/council': council.replace(
      'set -eu\n',
      `set -eu\nif [ "$*" = schema ]; then echo 002-more; exit; fi\n`,
    ),
    'deploy/naic-other.timer':
      '[Timer]\nOnCalendar=*-*-01\nUnit=naic-backup.service\n[Install]\nWantedBy=timers.target\n',
  })
  const backups = Number(await machine.ask('ls /var/lib/naic-backups | wc -l'))
  // A backup's name has its minute.
  await machine.ask('cd /var/lib/naic-backups && for f in *; do mv $f ${f%.tar}-before.tar; done')
  const asking = peopleCome()
  const { code, stdout, stderr } = await install(2)
  expect([code, stderr]).toEqual([0, expect.any(String)])
  await asking
  expect(await runningVersion()).toBe('2')
  expect(Number(await machine.ask('ls /var/lib/naic-backups | wc -l'))).toBe(backups + 1)
  expect(stdout).toContain('making a backup')
  expect(stdout).toContain('Yours stays: /etc/nginx/sites-available/naic.')
  const sizes = 'cd /etc/nginx/sites-available; grep -ho "body_size [0-9]*" naic naic.new'
  expect(await machine.ask(sizes)).toBe('body_size 39\nbody_size 40')
  await machine.ask('grep 02:40 /etc/systemd/system/naic-backup.timer')
  expect(await machine.ask('grep -c ^METRICS_PORT /etc/naic/naic.env')).toBe('1')
  expect(await machine.ask('systemctl is-active naic-other.timer')).toBe('active')
})

test('a setting that the new version does not take is named before anything is changed', async () => {
  await machine.ask(
    'cp /etc/naic/naic.env /root/kept && echo LETTERS_PER_HOUR=many >> /etc/naic/naic.env',
  )
  await release(3)
  const { code, stderr } = await install(3)
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^WRONG +settings: +LETTERS_PER_HOUR/)])
  expect(await runningVersion()).toBe('2')
  await machine.ask('cp /root/kept /etc/naic/naic.env')
})

test('a version that does not start gives way to the one before, and says why', async () => {
  await release(4, { 'bin/naic-server': '#!/bin/sh\necho "There is no water in it."\nexit 1\n' })
  const { code, stderr } = await install(4)
  expect(code).toBe(1)
  expect(stderr).toContain('There is no water in it.')
  expect(stderr).toContain('naic-2 runs again, as before.')
  expect(await runningVersion()).toBe('2')
  expect(await machine.ask('curl -s http://127.0.0.1:3000/ready')).toContain('ready')
  expect(await machine.ask('cat /opt/naic-releases/history')).not.toContain('naic-4')
})

test('it goes back to the version before, or to one that is named, and three are kept', async () => {
  await release(5)
  for (const version of [3, 5]) expect((await install(version)).code).toBe(0)
  const kept = await machine.ask('cd /opt/naic-releases && echo naic-*')
  expect(kept).toMatch(/^naic-2-\w{8} naic-3-\w{8} naic-5-\w{8}$/)
  // A unit that only version 2 has went with it.
  const other = 'ls /etc/systemd/system/naic-other.timer; systemctl is-active naic-other.timer'
  expect((await machine.run(other)).stdout).toBe('inactive\n')
  // The installer of the version that it has left would switch back to that.
  const back = await machine.ask('/opt/naic/deploy/rollback')
  expect(back).toContain('/opt/naic/deploy/install --tls certbot')
  expect(await runningVersion()).toBe('3')
  expect((await machine.run('/opt/naic/deploy/rollback')).code).toBe(0)
  expect(await runningVersion()).toBe('2')
  expect((await machine.run(other)).stdout).toMatch(/naic-other.timer\nactive\n$/)
  const none = await machine.run('/opt/naic/deploy/rollback')
  expect([none.code, none.stderr]).toEqual([
    1,
    expect.stringMatching(/no such version.+\nnaic-2-\w+ naic-3-\w+ naic-5-\w+\n$/),
  ])
  expect((await machine.run('/opt/naic/deploy/rollback 5')).code).toBe(0)
  expect(await runningVersion()).toBe('5')
  expect(await answerOf(home)).toBe('200')
})

test('it does not go back to a version that does not know the tables, and says so', async () => {
  const change = '999-other-tables'
  await rows(`INSERT INTO kysely_migration VALUES ('${change}', '2030-01-01')`)
  const { code, stderr } = await machine.run('/opt/naic/deploy/rollback 3')
  expect([code, stderr]).toEqual([1, expect.stringContaining('cannot work with this database')])
  expect(stderr).toContain('999-other-tables')
  expect(await runningVersion()).toBe('5')
  await rows(`DELETE FROM kysely_migration WHERE name = '${change}'`)
})

test('the desk, and certificates that certbot gets for both names', async () => {
  await machine.ask(
    'openssl req -x509 -newkey rsa:2048 -nodes -days 9 -subj /CN=localhost -addext subjectAltName=DNS:localhost -keyout /root/acme.key -out /root/acme.pem 2>/dev/null',
  )
  const [certificate, privateKey] = ['/root/acme.pem', '/root/acme.key']
  const listenAddress = '0.0.0.0:14000'
  const pebble = { listenAddress, certificate, privateKey, httpPort: 80, tlsPort: 443 }
  await writeFile(path.join(machine.root, 'root/pebble.json'), JSON.stringify({ pebble }))
  await machine.ask(
    'systemd-run --quiet --unit=pebble -E PEBBLE_VA_NOSLEEP=1 -E PEBBLE_WFE_NONCEREJECT=0 pebble -config /root/pebble.json',
  )
  await machine.ask('until curl -sk https://127.0.0.1:14000/dir; do sleep 0.1; done')
  await machine.ask(
    'mkdir -p /etc/letsencrypt && printf "server = https://127.0.0.1:14000/dir\\nno-verify-ssl = true\\n" > /etc/letsencrypt/cli.ini',
  )
  await machine.ask(
    "sed -i 's,^#DESK_URL.*,DESK_URL=https://desk.example.org,' /etc/naic/naic.env && systemctl restart naic",
  )
  const { code, stdout } = await machine.run('/opt/naic/deploy/install --tls certbot')
  expect([code, stdout]).toEqual([
    0,
    expect.stringContaining('the desk at https://desk.example.org'),
  ])
  for (const host of ['www.example.org', 'desk.example.org']) {
    const issuer = `echo | openssl s_client -connect 127.0.0.1:443 -servername ${host} 2>/dev/null | openssl x509 -noout -issuer`
    expect(await machine.ask(issuer)).toContain('Pebble')
    expect(await answerOf(`https://${host}/`)).toBe('200')
  }
  expect((await machine.run('certbot renew --force-renewal --no-random-sleep-on-renew')).code).toBe(
    0,
  )
})

test('it is removed when somebody says so, and the data, backups and settings are left', async () => {
  const left = 'sha256sum /etc/naic/naic.env /var/lib/naic/keys/* /var/lib/naic-backups/*'
  await machine.ask('systemctl stop naic.socket naic')
  const before = await machine.ask(left)
  const unasked = await machine.run('/opt/naic/deploy/uninstall')
  expect([unasked.code, unasked.stderr]).toEqual([1, expect.stringContaining('give --yes')])
  expect(await runningVersion()).toBe('5')
  const { code, stdout } = await machine.run('/opt/naic/deploy/uninstall --yes')
  expect([code, stdout]).toEqual([0, expect.stringContaining('/var/lib/naic-backups')])
  const gone = '/opt/naic /opt/naic-releases /etc/systemd/system/naic* /usr/local/bin/council'
  expect(
    (await machine.run(`ls -d ${gone} /etc/sudoers.d/naic-staff /etc/nginx/*/naic*`)).stdout,
  ).toBe('')
  expect(await machine.ask(left)).toBe(before)
})

/** A relay that keeps what it takes in a file. */
const relay = `
const { appendFileSync } = require('node:fs')
require('node:net').createServer((socket) => {
  let isLetter = false
  let text = ''
  socket.write('220 relay\\r\\n')
  socket.on('data', (chunk) => {
    text += chunk
    if (!text.endsWith(isLetter ? '\\r\\n.\\r\\n' : '\\r\\n')) return
    if (isLetter) appendFileSync('letters', text)
    isLetter = text.startsWith('DATA')
    socket.write(isLetter ? '354 go on\\r\\n' : '250 relay\\r\\n')
    text = ''
  })
}).listen(2525, '127.0.0.1')
`
