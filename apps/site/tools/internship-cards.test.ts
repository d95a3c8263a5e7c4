import { expect, test } from 'vitest'
import { cardOf } from './internship-cards.ts'

test('a card has the first project, and those words of the skills that it does not show', () => {
  const card = cardOf({
    title: 'Frontend Web Development',
    category: 'Web Development',
    description: 'Build pages with HTML and React.',
    skills: ['React components, props and state', 'HTML forms', 'Docker, and state again'],
    projects: [{ title: 'College fest website' }, { title: 'Book finder' }],
  })
  expect(card.firstProject).toBe('College fest website')
  expect(card.skillWords).toBe('components props state forms docker again')
})
