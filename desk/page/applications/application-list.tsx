import { useSearchParams } from 'react-router'
import { SiteLink } from '#app/ui/site-link.tsx'
import type { ApplicationPage, ListedApplication } from '../../shapes.ts'
import { changed } from '../changed-search.ts'
import { ListedLink } from '../listed-link.tsx'
import { ListPages } from '../list-pages.tsx'
import { shortTime } from '../times.ts'
import { spanOf } from './application-search.ts'
import { StatusMark } from './status-mark.tsx'

type Props = { list: ApplicationPage; openId: string | undefined }

export function ApplicationList({ list, openId }: Props) {
  const { applications, total, page, perPage } = list
  if (total === 0) return <NoneFound />
  const last = (page - 1) * perPage + applications.length
  return (
    <div className="flex min-h-0 flex-col">
      <p role="status" className="text-ink-soft border-hairline border-b px-3 py-1 text-sm">
        {applications.length === total
          ? `${total} found, newest first`
          : `${(page - 1) * perPage + 1} to ${last} of ${total}, newest first`}
      </p>
      <ul className="min-h-0 overflow-y-auto">
        {applications.map((application) => (
          <Item key={application.id} application={application} isOpen={application.id === openId} />
        ))}
      </ul>
      <ListPages {...list} />
    </div>
  )
}

function Item({ application, isOpen }: { application: ListedApplication; isOpen: boolean }) {
  const { id, name, college, domain, year, receivedAt, status } = application
  return (
    <ListedLink id={id} isOpen={isOpen}>
      <span className="flex items-baseline justify-between gap-2">
        <span className="truncate font-semibold">{name}</span>
        <StatusMark status={status} />
      </span>
      <span className="truncate text-sm">{college}</span>
      <span className="text-ink-soft flex justify-between gap-2 text-sm">
        <span className="truncate">
          {domain}, {year}
        </span>
        <time dateTime={receivedAt} className="shrink-0">
          {shortTime(receivedAt)}
        </time>
      </span>
    </ListedLink>
  )
}

function NoneFound() {
  const [search] = useSearchParams()
  return (
    <div className="grid content-start justify-items-start gap-2 p-6">
      <p className="font-semibold">No application fits.</p>
      {spanOf(search) === 'all' ? null : (
        <SiteLink to={{ search: changed(search, { when: 'all' }).toString() }} className="link">
          Look since the beginning
        </SiteLink>
      )}
      <SiteLink to={{ search: 'when=all' }} className="link">
        Show all applications
      </SiteLink>
    </div>
  )
}
