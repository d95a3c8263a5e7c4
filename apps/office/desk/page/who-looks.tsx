import { Eye } from 'lucide-react'
import { usePerson } from './desk-frame.tsx'
import { useLooks } from './live-desk.tsx'

/** Who else of the staff looks at an application just now. */

type Props = { id: string }

function useOthersAt(id: string): string[] {
  const { name } = usePerson()
  return useLooks()
    .filter(({ application, who }) => application === id && who !== name)
    .map(({ who }) => who)
}

/** In a row of a list; it takes room from the words beside it, and moves nothing. */
export function LookedAt({ id }: Props) {
  const others = useOthersAt(id)
  if (others.length === 0) return null
  const sentence = `${inWords(others)} looking at it`
  return (
    <span
      title={sentence}
      className="border-peacock bg-peacock-pale text-ink inline-flex shrink-0 items-center gap-1 rounded-full border px-1.5 text-xs leading-5 font-semibold"
    >
      <Eye aria-hidden />
      <span aria-hidden>{others.map(initials).join(' ')}</span>
      <span className="sr-only">{sentence}</span>
    </span>
  )
}

/** In the head of an application. */
export function AlsoHere({ id }: Props) {
  const others = useOthersAt(id)
  return (
    // It takes the room that is left, so that nothing moves when somebody comes.
    <span role="status" className="flex min-w-8 flex-1 basis-8 justify-end text-sm leading-6">
      {others.length > 0 ? (
        <span
          title={`${inWords(others)} looking at this too`}
          className="border-peacock bg-peacock-pale flex min-w-0 items-center gap-1.5 rounded-full border px-2.5"
        >
          <Eye aria-hidden />
          <span className="truncate">{inWords(others)} looking at this too</span>
        </span>
      ) : null}
    </span>
  )
}

/** Such as "Kabir Shah and Asha Rao are". */
const inWords = (names: readonly string[]): string =>
  `${new Intl.ListFormat('en-GB').format(names)} ${names.length === 1 ? 'is' : 'are'}`

const initials = (name: string): string =>
  name
    .split(' ')
    .map(([letter = '']) => letter.toUpperCase())
    .slice(0, 2)
    .join('')
