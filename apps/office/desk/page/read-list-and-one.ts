import { readDesk } from './ask-desk.ts'

/**
 * Reads a list, and the one of it that the page's address opens.
 *
 * @param room address of the list.
 * @param search of the page.
 * @param query what the list is asked for, if that is not all that stands in the page's address.
 */
export async function readListAndOne<List, One>(
  room: string,
  search: URLSearchParams,
  query = search.toString(),
): Promise<{ list: List; opened: One | undefined }> {
  const id = search.get('open')
  const [list, opened] = await Promise.all([
    readDesk<List>(`${room}?${query}`),
    id ? readDesk<One>(`${room}/${encodeURIComponent(id)}`) : undefined,
  ])
  return { list, opened }
}
