import { type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router'
import type { ApplicationPage, ReadApplication } from '../../shapes.ts'
import { ApplicationFilters } from './application-filters.tsx'
import { ApplicationList } from './application-list.tsx'
import { asked } from './application-search.ts'
import { OneApplication } from './one-application.tsx'
import { ListAndOne } from '../list-and-one.tsx'
import { readListAndOne } from '../read-list-and-one.ts'
import { useListKeys } from '../use-list-keys.ts'

/** The list that the address asks for, and the application that it opens. */
export function loadApplications({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  return readListAndOne<ApplicationPage, ReadApplication>(
    '/api/applications',
    searchParams,
    asked(searchParams),
  )
}

export function ApplicationsPage() {
  const { list, opened } = useLoaderData<typeof loadApplications>()
  const [search] = useSearchParams()
  const id = search.get('open') ?? undefined
  useListKeys(list.applications, id)
  return (
    <>
      <title>Applications · The council's desk</title>
      <h1 className="sr-only">Applications</h1>
      <ListAndOne
        name="Application"
        list={
          <>
            <ApplicationFilters counts={list.counts} />
            <ApplicationList list={list} openId={id} />
          </>
        }
        opened={opened && <OneApplication key={id} opened={opened} list={list.applications} />}
        invitation="Choose an application to read it with its resume beside it."
      />
    </>
  )
}
