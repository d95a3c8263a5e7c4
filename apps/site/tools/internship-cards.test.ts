import { expect, test } from 'vitest'
import { extracts } from './internship-cards.ts'

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
}

const described = {
  ...card,
  skills: ['React components, props and state', 'HTML forms', 'Docker, and state again'],
  projects: [{ title: 'College fest website' }, { title: 'Book finder' }],
}

test('a card has the first project, and a search those words of the skills that no card shows', () => {
  expect(extracts.card(described)).toEqual({ ...card, firstProject: 'College fest website' })
  const { skillWords } = extracts.search(described)
  expect(skillWords).toBe('components props state forms docker again')
})
