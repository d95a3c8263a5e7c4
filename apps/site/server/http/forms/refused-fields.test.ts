import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ashasParts, formData, textPart } from '@naic/test/support/ashas-form.ts'
import { type Api, nothing, startApi } from '@naic/test/support/start-api.ts'

const unusable = (label: string) =>
  `${label} contains characters that cannot be used. Please type it again.`

// One server for all: each of them leaves it as it was, and says so.
let api: Api
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

describe('a field that is wrong', () => {
  test('is answered with its message, and all fields left out with all of theirs', async () => {
    const answer = await api.postParts([textPart('message', '')])
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({
      name: ['Name is required'],
      email: ['Email is required'],
      phone: ['Phone number is required'],
      college: ['College name is required.'],
      year: ['Please select your year of study'],
      domain: ['Please select an internship domain'],
      resume: ['Please upload your resume'],
    })
    expect(await api.kept()).toEqual(nothing)
  })

  test.each([
    ['name', 'Name is required', ''],
    ['name', 'Name is required', '   '],
    ['name', 'Name must be at least 2 characters.', 'A'],
    ['name', 'Name must be at most 200 characters.', 'A'.repeat(201)],
    ['name', unusable('Name'), 'Asha\0Rao'],
    ['name', unusable('Name'), 'Asha\r\nBcc: evil@example.com'],
    ['email', 'Email is required', ''],
    ['email', 'Please enter a valid email address.', 'asha.example.com'],
    ['email', 'Please enter a valid email address.', 'a@example.com, b@example.com'],
    ['email', 'Please enter a valid email address.', 'asha@localhost'],
    ['email', 'Please enter a valid email address.', 'asha@-example.com'],
    ['name', 'Name is required', '\u3164\u2800\u200d'],
    ['name', unusable('Name'), 'Asha\u009b31mRao'],
    ['college', 'College name is required.', '\u115f\u1160'],
    ['college', unusable('College name'), 'City\u2028College'],
    ['email', unusable('Email'), 'asha@example.com\r\nBcc: evil@example.com'],
    ['email', unusable('Email'), 'asha@example.com\nevil@example.com'],
    ['phone', 'Phone number is required', ''],
    ['phone', 'Please enter a valid phone number.', '98765'],
    ['college', 'College name is required.', ''],
    ['college', 'College name is required.', 'A'],
    ['year', 'Please select your year of study', ''],
    ['year', 'Please select your year of study', '5th Year'],
    ['domain', 'Please select an internship domain', ''],
    ['domain', 'Please select an internship domain', 'Astrology'],
    ['message', 'Message must be at most 5000 characters.', 'x'.repeat(5_001)],
    ['message', 'This text is too long.', 'x'.repeat(70_000)],
    ['message', unusable('Message'), 'a bell \u0007'],
  ])('%s is refused with "%s", and nothing is kept', async (field, message, value) => {
    const answer = await api.post(formData({ [field]: value }))
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({ [field]: [message] })
    expect(await api.kept()).toEqual(nothing)
  })

  test('is told of together with an internship that the catalogue does not have', async () => {
    const answer = await api.post(formData({ internship: '99', name: '', phone: '98765' }))
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({
      internship: ['We do not have this internship. Please choose another, or none in particular.'],
      name: ['Name is required'],
      phone: ['Please enter a valid phone number.'],
    })
    const alone = await api.post(formData({ internship: '04' }))
    expect(Object.keys(alone.body)).toEqual(['internship'])
    expect(await api.kept()).toEqual(nothing)
  })

  test('sent twice is refused by its name', async () => {
    const answer = await api.postParts([...ashasParts(), textPart('name', 'Another Name')])
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({ name: ['Please send this field only once.'] })
    expect(await api.kept()).toEqual(nothing)
  })
})
