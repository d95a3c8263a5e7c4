import { useSearchParams } from 'react-router'
import { SiteLink } from '@naic/ui/site-link.tsx'
import type { ListedLetter } from '#desk/shapes.ts'
import { changed } from '../changed-search.ts'
import { DeskTable } from '../desk-table.tsx'
import { wholeTime } from '../times.ts'

const columns = ['Subject', 'To', 'State', 'When', 'Tries', 'Why']

export function LetterTable({ letters }: { letters: readonly ListedLetter[] }) {
  const [search] = useSearchParams()
  return (
    <DeskTable name="Letters" columns={columns}>
      {letters.map(({ id, subject, to, state, at, attempts, why }) => (
        <tr key={id} className="border-hairline border-b align-top">
          <th scope="row" className="py-2 pr-4 font-medium">
            <SiteLink to={{ search: changed(search, { open: id }).toString() }} className="link">
              {subject}
            </SiteLink>
          </th>
          <td className="py-2 pr-4">{to.address}</td>
          <td className="py-2 pr-4 whitespace-nowrap">{state.replaceAll('-', ' ')}</td>
          <td className="py-2 pr-4 whitespace-nowrap">{wholeTime(at)}</td>
          <td className="py-2 pr-4 tabular-nums">{attempts}</td>
          <td className="py-2">{why}</td>
        </tr>
      ))}
    </DeskTable>
  )
}
