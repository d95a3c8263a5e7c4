import { searchedWords, shownOfMessage } from '@naic/admissions/forms/shown-fields.ts'
import type { ListedMessage, MessagePage } from '#desk/shapes.ts'
import { ChoiceOfOne } from '../choice-of-one.tsx'
import { ListedLink } from '../listed-link.tsx'
import { ListPages } from '../list-pages.tsx'
import { SearchField } from '../search-field.tsx'
import { useChoices } from '../use-choices.ts'
import { shortTime } from '../times.ts'

const which = [
  { value: '', name: 'to answer' },
  { value: 'answered', name: 'answered' },
  { value: 'all', name: 'all' },
]

type Props = { list: MessagePage; openId: string | undefined }

export function MessageList({ list, openId }: Props) {
  const [search, choose] = useChoices()
  return (
    <>
      <form
        role="search"
        aria-label="Messages"
        onSubmit={(event) => event.preventDefault()}
        className="border-hairline grid gap-2 border-b p-3"
      >
        <SearchField
          label={searchedWords(shownOfMessage)}
          value={search.get('text') ?? ''}
          onSearch={(text) => choose({ text })}
        />
        <ChoiceOfOne
          name="which"
          label="Which"
          options={which}
          value={search.get('which') ?? ''}
          onChoose={(value) => choose({ which: value })}
        />
      </form>
      <div className="flex min-h-0 flex-col">
        <p role="status" className="text-ink-soft border-hairline border-b px-3 py-1 text-sm">
          {list.total === 0 ? 'There is none.' : `${list.total} found, newest first`}
        </p>
        <ul className="min-h-0 overflow-y-auto">
          {list.messages.map((message) => (
            <Item key={message.id} message={message} isOpen={message.id === openId} />
          ))}
        </ul>
        <ListPages {...list} />
      </div>
    </>
  )
}

function Item({ message, isOpen }: { message: ListedMessage; isOpen: boolean }) {
  const { id, name, subject, received_at: at, answered_at: answeredAt } = message
  return (
    <ListedLink id={id} isOpen={isOpen}>
      <span className="flex justify-between gap-2">
        <span className="truncate font-semibold">{name}</span>
        {answeredAt ? <span className="text-ink-soft text-sm">answered</span> : null}
      </span>
      <span className="flex justify-between gap-2 text-sm">
        <span className="truncate">{subject}</span>
        <time dateTime={at} className="text-ink-soft shrink-0">
          {shortTime(at)}
        </time>
      </span>
    </ListedLink>
  )
}
