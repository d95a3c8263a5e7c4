import { type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router'
import type { MessagePage, OneMessage } from '#desk/shapes.ts'
import { ListAndOne } from '../list-and-one.tsx'
import { readListAndOne } from '../read-list-and-one.ts'
import { useListKeys } from '../use-list-keys.ts'
import { MessageList } from './message-list.tsx'
import { ReadMessage } from './read-message.tsx'

/** The list that the address asks for, and the message that it opens. */
export const loadMessages = ({ request }: LoaderFunctionArgs) =>
  readListAndOne<MessagePage, OneMessage>('/api/messages', new URL(request.url).searchParams)

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
