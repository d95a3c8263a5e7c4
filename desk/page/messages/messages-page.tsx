import { type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router'
import type { MessagePage, OneMessage } from '../../shapes.ts'
import { readDesk } from '../ask-desk.ts'
import { ListAndOne } from '../list-and-one.tsx'
import { useListKeys } from '../use-list-keys.ts'
import { MessageList } from './message-list.tsx'
import { ReadMessage } from './read-message.tsx'

/** The list that the address asks for, and the message that it opens. */
export async function loadMessages({ request }: LoaderFunctionArgs) {
  const search = new URL(request.url).searchParams
  const id = search.get('open')
  const [list, opened] = await Promise.all([
    readDesk<MessagePage>(`/api/messages?${search}`),
    id ? readDesk<OneMessage>(`/api/messages/${encodeURIComponent(id)}`) : undefined,
  ])
  return { list, opened }
}

export function MessagesPage() {
  const { list, opened } = useLoaderData<typeof loadMessages>()
  const [search] = useSearchParams()
  const id = search.get('open') ?? undefined
  useListKeys(list.messages, id)
  return (
    <>
      <title>Messages · The council's desk</title>
      <h1 className="sr-only">Messages</h1>
      <ListAndOne
        name="Message"
        list={<MessageList list={list} openId={id} />}
        opened={opened && <ReadMessage key={id} message={opened.message} />}
        invitation="Choose a message to read it."
      />
    </>
  )
}
