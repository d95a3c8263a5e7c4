import { type ReactNode, useState } from 'react'
import { Button } from '@naic/ui/button.tsx'
import { DeskTable } from './desk-table.tsx'
import { ChoiceOfOne } from './list-and-one.tsx'

const perPage = 100

/** Some of the rows, that can be shown alone. */
type Part<Row> = { name: string; rows: readonly Row[] }

type Props<Row> = {
  name: string
  columns: readonly string[]
  rows: readonly Row[]
  parts: readonly Part<Row>[]
  /** @param at its place on the page. */
  children: (row: Row, at: number) => ReactNode
}

/** The rows of a sheet, to be looked through: all of them or a part, a hundred at a time. */
export function SheetRows<Row>({ name, columns, rows, parts, children }: Props<Row>) {
  const [shown, setShown] = useState('all')
  const choices = [{ name: 'all', rows }, ...parts]
  const chosen = choices.find((part) => part.name === shown)?.rows ?? rows
  return (
    <>
      <div>
        <ChoiceOfOne
          name="rows"
          label="Rows"
          options={choices.map((part) => {
            return { value: part.name, name: part.name, count: part.rows.length }
          })}
          value={shown}
          onChoose={setShown}
        />
      </div>
      <PagedRows key={shown} rows={chosen}>
        {(ofPage) => (
          <DeskTable name={name} columns={columns}>
            {ofPage.map(children)}
          </DeskTable>
        )}
      </PagedRows>
    </>
  )
}

type PagedProps<Row> = {
  rows: readonly Row[]
  /** Shows those of a page. */
  children: (ofPage: readonly Row[]) => ReactNode
}

function PagedRows<Row>({ rows, children }: PagedProps<Row>) {
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
