import { describe, expect, test } from 'vitest'
import { referenceOf } from '@naic/admissions/forms/reference.ts'
import { asha, formData } from '@naic/test/support/ashas-form.ts'
import { messageForm, ravi } from '@naic/test/support/ravis-message.ts'
import { startApi } from '@naic/test/support/start-api.ts'
import { allTests } from '@naic/test/support/opened.ts'

const staff = 'staff@example.org'
const contact = '/api/contact/'

// One server for all: each test has an address of its own.
const api = allTests(() => startApi())
const send = (form: FormData) => api.post(form, {}, form.has('subject') ? contact : undefined)

describe('a form that is stored', () => {
  /** Those to a sender, then those about the same sender to the staff. */
  async function lettersOf(email: string) {
    await api.letterQueueEmpty()
    const letters = await api.letters()
    return [
      ...letters.filter(({ to }) => to?.[0]?.address === email),
      ...letters.filter(({ replyTo }) => replyTo?.[0]?.address === email),
    ]
  }

  test.each([
    ['an application', formData, asha, 'Data Science & Analysis, 6 weeks'],
    ['a message', messageForm, ravi, ravi.subject],
  ] as const)(
    'as %s sends two letters: to its sender and to the staff',
    async (_form, form, right, chosen) => {
      const { body } = await send(form())
      const letters = await lettersOf(right.email)
      expect(letters).toHaveLength(2)
      const [toSender, toStaff] = letters
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
    ['A, "x" <evil@example.com>', ''],
    ['evil@example.com, Asha', ''],
    ['Asha "the \\" Rao; evil@example.com', ''],
    ['Claim Rs 50000 at www.evil.example/pay now, call +91 90000 00000', ''],
    ['\u202EoaR ahsA\u202C', 'oaR ahsA'],
    ['आशा राव', 'आशा राव'],
  ])('by %j leads to no further recipient and no words of theirs', async (name, shown) => {
    const at = name.length
    const email = `d'souza${at}@college.edu.in`
    for (const form of [formData({ name, email }), messageForm({ name, email })]) {
      expect((await send(form)).status).toBe(201)
    }
    const letters = await lettersOf(email)
    const sender = [{ name: shown, address: email }]
    const toStaff = [expect.objectContaining({ address: staff })]
    expect(letters.map(({ to }) => to)).toEqual([sender, sender, toStaff, toStaff])
    for (const { cc, bcc, replyTo } of letters) {
      expect([...(cc ?? []), ...(bcc ?? [])]).toEqual([])
      expect(replyTo ?? sender).toEqual(sender)
    }
  })
})
