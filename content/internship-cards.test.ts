import { expect, test } from 'vitest'
import { cardOf } from './internship-cards.ts'

const card = {
  id: 1,
  title: 'Frontend Web Development',
  category: 'Web Development' as const,
  description: 'Build pages with HTML and React.',
  duration: '4 weeks',
  mode: 'Virtual' as const,
  level: 'no experience' as const,
  icon: '🌐',
  featured: true,
  aliases: ['react'],
  alsoFor: ['coding'],
  likes: ['phones' as const],
}

test('a card has the first project, and none of the long texts', () => {
  const described = {
    ...card,
    skills: ['React components, props and state'],
    projects: [{ title: 'College fest website' }, { title: 'Book finder' }],
  }
  expect(cardOf(described)).toEqual({ ...card, firstProject: 'College fest website' })
})
