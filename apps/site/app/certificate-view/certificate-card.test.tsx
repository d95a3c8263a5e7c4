import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Signatory } from './certificate-card.tsx'

test('the line is empty until the council has given a picture of a signature', () => {
  expect(renderToStaticMarkup(<Signatory isSigned />)).not.toContain('<img')
  const signed = renderToStaticMarkup(<Signatory isSigned picture="/assets/signature.png" />)
  expect(signed).toMatch(/<div[^>]*><img src="\/assets\/signature.png" alt="Signature of the /)
})

test('what does not count any more is not signed', () => {
  const withdrawn = <Signatory isSigned={false} picture="/assets/signature.png" />
  expect(renderToStaticMarkup(withdrawn)).not.toContain('<img')
})
