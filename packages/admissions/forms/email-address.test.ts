import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { email } from './text-rules.ts'

const longLabel = 'a'.repeat(63)

describe('an email address', () => {
  const right = `d'souza@college.edu.in | !#$%&'*+/=?^_\`{|}~-@example.com
    | first..last@example.com | .asha.@example.com | a@b.c | ASHA@EXAMPLE.COM
    | asha@xn--11b5bs3a9aj6g.example | asha@a--b.example.in | asha@${longLabel}.${longLabel}.in
    | asha@127.0.0.1`
  test.each(right.split(/\s+\|\s/))('is right by the HTML standard: %s', (address) => {
    expect(v.safeParse(email, address)).toMatchObject({ success: true, output: address })
  })

  const wrong = `asha@localhost | asha@-example.com | asha@example-.com | asha@example.-com
    | asha@example..com | asha@.example.com | asha@example.com. | asha@exam_ple.com
    | asha@a${longLabel}.in | asha@example.a${longLabel} | @example.com | asha
    | as ha@example.com | asha@example.com asha@example.com | asha@one.in,asha@two.in
    | asha;rao@example.com | Asha <asha@example.com> | "asha rao"@example.com
    | asha@[127.0.0.1] | asha@@example.com | a@b@example.com | आशा@example.com
    | asha@उदाहरण.भारत`
  test.each(wrong.split(/\s+\|\s/))('is wrong otherwise: %s', (address) => {
    expect(v.safeParse(email, address, { abortPipeEarly: true })).toMatchObject({
      success: false,
      issues: [{ message: 'Please enter a valid email address.' }],
    })
  })
})
