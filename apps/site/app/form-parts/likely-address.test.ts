import { expect, test } from 'vitest'
import { likelyAddress } from './likely-address.ts'

test.each([
  ['gmial.com', 'gmail.com'],
  ['gamil.com', 'gmail.com'],
  ['GMIAL.COM', 'gmail.com'],
  ['gmail.co', 'gmail.com'],
  ['gmail.con', 'gmail.com'],
  ['gmail.in', 'gmail.com'],
  ['gmail.co.in', 'gmail.com'],
  ['gnail.con', 'gmail.com'],
  ['yaho.com', 'yahoo.com'],
  ['yahoo.co', 'yahoo.com'],
  ['yaho.co.in', 'yahoo.co.in'],
  ['outlok.com', 'outlook.com'],
  ['hotmial.com', 'hotmail.com'],
  ['rediffmial.com', 'rediffmail.com'],
  ['iclod.com', 'icloud.com'],
])('%s is probably meant as %s', (typed, meant) => {
  expect(likelyAddress(`Priya.K+1@${typed}`)).toBe(`Priya.K+1@${meant}`)
})

const right = `gmail.com googlemail.com yahoo.com yahoo.co.in yahoo.in yahoo.co.uk outlook.com
  outlook.in hotmail.com hotmail.co.uk rediffmail.com rediff.com icloud.com me.com
  live.com live.in msn.com ymail.com mail.com email.com gmx.com aol.com zoho.com
  zohomail.in proton.me protonmail.com gail.co.in cloud.com tcs.com infosys.com nic.in
  example.com iitb.ac.in gmit.ac.in gmrit.edu.in gcail.ac.in yahoe.edu.in du.ac.in
  smail.iitm.ac.in mail.iitk.ac.in gmai.ac.in outlok.edu.in student.gmail.edu`

test.each(right.split(/\s+/))('%s is left alone', (domain) => {
  expect(likelyAddress(`priya@${domain}`)).toBeUndefined()
})

test.each(['', 'priya', 'priya@', '@gmial.com', 'priya@gmial', 'a b@gmial.com', 'a@b@gmial.com'])(
  'nothing is said of "%s", which is no address',
  (typed) => expect(likelyAddress(typed)).toBeUndefined(),
)
