import { Link } from 'react-router'
import words from '#content/internship-page.json' with { type: 'json' }

/** What makes the certificate worth something to others, where it is named among the benefits. */
export function AnyoneCanCheck() {
  return (
    <p className="text-sm">
      {words.anyoneCanCheck}{' '}
      <Link to="/verification" className="link inline-flex min-h-11 items-center">
        See how
      </Link>
    </p>
  )
}
