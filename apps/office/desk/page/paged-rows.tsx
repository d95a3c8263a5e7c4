import { type ReactNode, useState } from 'react'
import { Button } from '@naic/ui/button.tsx'

const perPage = 100

type Props<Row> = {
  rows: readonly Row[]
  /** Shows those of a page. */
  children: (ofPage: readonly Row[]) => ReactNode
}

/** Many rows that are looked through, a hundred at a time. With another `key` it begins anew. */
export function PagedRows<Row>({ rows, children }: Props<Row>) {
  const [page, setPage] = useState(1)
  const pages = Math.max(1, Math.ceil(rows.length / perPage))
  if (rows.length === 0) return <p role="status">There is none.</p>
  return (
    <>
      {children(rows.slice((page - 1) * perPage, page * perPage))}
      {pages > 1 ? (
        <p className="flex items-center gap-4">
          <Button look="quiet" disabled={page === 1} onClick={() => setPage(page - 1)}>
            Those before
          </Button>
          <span role="status">
            Page {page} of {pages}
          </span>
          <Button look="quiet" disabled={page === pages} onClick={() => setPage(page + 1)}>
            Those after
          </Button>
        </p>
      ) : null}
    </>
  )
}
