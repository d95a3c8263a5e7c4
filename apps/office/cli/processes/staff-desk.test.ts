import { DatabaseSync } from 'node:sqlite'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { everyRole } from '#staff/roles.ts'
import { councilIn } from '@naic/test/support/council.ts'
import { newDataFolder } from '@naic/test/support/made-data-folder.ts'
import { serveDeskOf } from '@naic/test/support/serve-desk.ts'
import { SoftPasskey } from '@naic/test/support/soft-passkey.ts'
import { invited, StaffMember } from '@naic/test/support/staff-at-desk.ts'
import { allTests } from '@naic/test/support/opened.ts'

const site = { SITE_URL: 'https://www.naic.example', DESK_URL: 'https://desk.naic.example' }
const data = allTests(() => newDataFolder(site))
const served = allTests(() => serveDeskOf({ ...site, SUDO_USER: 'meera', DATA_DIR: data.path }))
const desk = allTests(() => served.desk)

const staff = (...words: string[]) => councilIn(data.path, ['staff', ...words], desk.settings)

function inRows<Row>(sql: string, ...values: (string | null)[]): Row[] {
  using database = new DatabaseSync(data.file('naic.sqlite'))
  return database.prepare(sql).all(...values) as Row[]
}
let boss: StaffMember
/** Not there from the start: the desk invites the first by itself. */
const manage = async (name: string, deed: string) => {
  boss ??= await StaffMember.added(desk, 'The Manager', 'manager')
  return boss.manage(name, deed)
}
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

describe('an invitation', () => {
  test('is given to the first by the desk itself, once, while nobody may invite', async () => {
    const first = new StaffMember(desk, 'meera')
    expect((await first.accept(served.invitation)).status).toBe(200)
    expect((await first.ask('GET', '/api/staff')).body).toMatchObject([
      { name: 'meera', roles: [...everyRole], isYou: true },
    ])
    expect(inRows("SELECT who, did, detail FROM journal WHERE did = 'staff add'")).toEqual([
      { who: 'meera', did: 'staff add', detail: everyRole.join(', ') },
    ])
    const again = await serveDeskOf({ ...site, DATA_DIR: data.path })
    expect(again.invitation).toBe('')
    await again.close()
    await staff('end', 'meera', '--yes')
    const anew = await serveDeskOf({ ...site, SUDO_USER: 'meera', DATA_DIR: data.path })
    expect((await new StaffMember(desk, 'x').accept(anew.invitation)).status).toBe(200)
    await anew.close()
    await staff('end', 'meera', '--yes')
  })

  test('is kept as a hash, and lets its person make a passkey and come in, once', async () => {
    const invitation = await invited(desk, ['add', 'Nandini Rao', '--role', 'reviewer'])
    const nandini = new StaffMember(desk, 'Nandini Rao')
    const accepted = await nandini.accept(invitation)
    expect(accepted).toMatchObject({ status: 200, body: { name: 'Nandini Rao' } })
    expect(JSON.stringify(inRows('SELECT * FROM staff_invitation'))).not.toContain(invitation)
    const { body } = await nandini.ask('GET', '/api/desk')
    expect(body.person).toEqual({ name: 'Nandini Rao', rights: ['read', 'review'] })
    const again = await new StaffMember(desk, 'another').accept(invitation)
    expect(again).toMatchObject({ status: 403, body: { detail: /has been used/ } })
    expect((await nandini.signIn()).status).toBe(200)
  })

  test('of two answers to it at once, one counts', async () => {
    const invitation = await invited(desk, ['add', 'Two At Once', '--role', 'reader'])
    const both = [new StaffMember(desk, 'one'), new StaffMember(desk, 'other')]
    const answers = await Promise.all(both.map((one) => one.accept(invitation)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403])
    const asked = await Promise.all(both.map((one) => one.ask('GET', '/api/desk')))
    expect(asked.map(({ status }) => status).toSorted()).toEqual([200, 401])
    const deeds = inRows<{ did: string }>("SELECT did FROM journal WHERE who = 'Two At Once'")
    expect(deeds).toEqual([{ did: 'passkey add' }])
    expect(
      inRows("SELECT * FROM journal WHERE did = 'staff add' AND subject = 'Two At Once'"),
    ).toHaveLength(1)
  })

  test('is good for a day, until a newer one, and not for somebody who is suspended', async () => {
    const refusalOf = async (invitation: string) =>
      (await new StaffMember(desk, 'x').accept(invitation)).body.detail
    const old = await invited(desk, ['add', 'Asha Late', '--role', 'reader'])
    inRows('UPDATE staff_invitation SET made_at = ? WHERE used_at IS NULL', ago(24 * 60 + 1))
    expect(await refusalOf(old)).toMatch(/good for a day, which is over/)
    const newer = await invited(desk, ['invite', 'asha  late'])
    expect(await refusalOf(old)).toMatch(/not known/)
    await manage('Asha Late', 'suspend')
    expect(await refusalOf(newer)).toMatch(/not known/)
    expect((await staff('invite', 'Asha Late')).stderr).toContain('is suspended')
  })
})

describe('a passkey', () => {
  let kabir: StaffMember
  beforeAll(async () => {
    kabir = await StaffMember.added(desk, 'Kabir Shah', 'issuer')
  })

  test('opens the desk with a signature for this desk, of which each counts once', async () => {
    kabir.cookie = ''
    const { body } = await kabir.post('/api/sign-in/options', {})
    const response = kabir.passkey.use(body)
    expect((await kabir.post('/api/sign-in', { response })).status).toBe(200)
    const again = await kabir.post('/api/sign-in', { response })
    expect(again).toMatchObject({
      status: 403,
      body: { detail: /was not accepted, or that took too long/ },
    })
  })

  test.each([
    'https://www.naic.example',
    'https://desk.naic.example.evil.example',
    'http://desk.naic.example',
  ])('does nothing for what %s got out of its owner', async (origin) => {
    const elsewhere = new SoftPasskey(origin)
    const invitation = await invited(desk, ['add', `For ${origin}`, '--role', 'reader'])
    const visitor = new StaffMember(desk, 'x')
    const { body } = await visitor.post('/api/invitation/options', { invitation })
    const made = { invitation, response: elsewhere.make(body.options) }
    expect(await visitor.post('/api/invitation', made)).toMatchObject({
      status: 403,
      body: { detail: 'The passkey was not accepted, or that took too long. Please try again.' },
    })
  })

  test('that the desk does not know opens nothing', async () => {
    const stranger = new StaffMember(desk, 'x')
    expect((await stranger.signIn()).body.detail).toMatch(/does not know this passkey/)
    for (const response of [
      {},
      null,
      { id: 'x' },
      { id: 'x', response: { clientDataJSON: '{' } },
    ]) {
      const { status, text } = await stranger.post('/api/sign-in', { response })
      expect([400, 403], text).toContain(status)
    }
  })

  test('of another device is added and removed by its owner, who keeps one', async () => {
    await kabir.signIn()
    const phone = new SoftPasskey(desk.url)
    const { body } = await kabir.post('/api/passkeys/options', {})
    expect((await kabir.post('/api/passkeys', { response: phone.make(body) })).status).toBe(200)
    const onPhone = new StaffMember(desk, 'Kabir Shah')
    Object.assign(onPhone, { passkey: phone })
    expect((await onPhone.signIn()).status).toBe(200)
    const { body: own } = await kabir.ask('GET', '/api/passkeys')
    expect(own).toMatchObject([{ isInUse: true }, { isInUse: false }])
    const others = new StaffMember(desk, 'x')
    others.cookie = (await StaffMember.added(desk, 'Not Kabir', 'reader')).cookie
    await others.post(`/api/passkeys/${own[1].id}/remove`, {})
    expect((await onPhone.ask('GET', '/api/desk')).status).toBe(200)
    expect((await kabir.post(`/api/passkeys/${own[1].id}/remove`, {})).status).toBe(200)
    expect((await onPhone.ask('GET', '/api/desk')).status).toBe(401)
    const last = await kabir.post(`/api/passkeys/${own[0].id}/remove`, {})
    expect(last).toMatchObject({ status: 403, body: { detail: /your only passkey/ } })
  })
})

describe('a session', () => {
  let meera: StaffMember
  let count = 0
  const isIn = async () => (await meera.ask('GET', '/api/desk')).status === 200
  const change = (column: string, minutes: number) =>
    inRows(
      `UPDATE staff_session SET ${column} = ? WHERE staff_id = (SELECT id FROM staff WHERE name = ?)`,
      ago(minutes),
      meera.name,
    )
  const seenAt = () =>
    inRows<{ seen_at: string }>(
      'SELECT seen_at FROM staff_session WHERE staff_id = (SELECT id FROM staff WHERE name = ?)',
      meera.name,
    )[0]?.seen_at ?? ''
  beforeEach(async () => {
    meera = await StaffMember.added(desk, `Meera ${(count += 1)}`, 'reviewer')
  })

  test('is in a cookie that only this desk gets, over TLS, and is kept as a hash', async () => {
    const { set = '', head } = await meera.signIn()
    expect(set).toMatch(
      /^__Host-desk=[\w-]{43}; Path=\/; Max-Age=43200; Secure; HttpOnly; SameSite=Strict$/,
    )
    expect(head).toMatch(/strict-transport-security: max-age=31536000/i)
    const [, secret = 'none'] = /=([\w-]+)/.exec(set) ?? []
    expect(JSON.stringify(inRows('SELECT * FROM staff_session'))).not.toContain(secret)
  })

  test('ends after 30 minutes of rest, and after twelve hours of work', async () => {
    change('seen_at', 29)
    expect(await isIn()).toBe(true)
    expect(Date.parse(seenAt())).toBeGreaterThan(Date.now() - 60_000)
    change('seen_at', 31)
    expect(await isIn()).toBe(false)
    await meera.signIn()
    change('begun_at', 12 * 60 - 1)
    expect(await isIn()).toBe(true)
    change('begun_at', 12 * 60 + 1)
    expect(await isIn()).toBe(false)
  })

  test('rests while the page asks by itself', async () => {
    change('seen_at', 20)
    const before = seenAt()
    const headers = { 'X-Desk-By-Itself': 'yes' }
    expect((await meera.ask('GET', '/api/changed', undefined, headers)).status).toBe(200)
    expect(seenAt()).toBe(before)
  })

  test('ends when its person signs out, or in again in the same browser, and in no other', async () => {
    const elsewhere = meera.cookie
    meera.cookie = ''
    await meera.signIn()
    const first = meera.cookie
    expect((await meera.signIn()).status).toBe(200)
    const second = meera.cookie
    expect((await meera.post('/api/sign-out', {})).set).toMatch(/^__Host-desk=; .*Max-Age=0/)
    for (const [cookie, is] of [
      [first, false],
      [second, false],
      [elsewhere, true],
    ] as const) {
      meera.cookie = cookie
      expect(await isIn()).toBe(is)
    }
  })
})

test('staff is said who works, and how', async () => {
  const { stdout } = await staff('list', '--json')
  expect(JSON.parse(stdout)).toContainEqual(
    expect.objectContaining({
      name: 'Nandini Rao',
      roles: 'reviewer',
      state: 'works',
      passkeys: 1,
    }),
  )
  expect((await staff('add', 'nandini rao', '--role', 'reader')).stderr).toContain('already')
  expect((await staff('add', 'X', '--role', 'reader')).stderr).toContain('at least 2 characters')
  expect((await staff('add', 'Asha Owner', '--role', 'owner')).code).toBe(2)
  expect((await staff('add', 'Asha Owner')).code).toBe(2)
  expect((await staff('end', 'Nobody Here', '--yes')).stderr).toContain('nobody called')
})
