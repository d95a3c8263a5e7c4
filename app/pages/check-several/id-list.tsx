import words from '#content/check-several.json' with { type: 'json' }
import { Button } from '#app/ui/button.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { DropArea } from './drop-area.tsx'
import { ListNotes } from './list-notes.tsx'
import { useIdList } from './use-id-list.ts'

type Props = { isRunning: boolean; onCheck: (ids: readonly string[]) => void }

/** Takes a list, typed, pasted or dropped, and says what was found in it before anything is asked. */
export function IdList({ isRunning, onCheck }: Props) {
  const { area, read, now, told, onInput, addFiles, takeThose } = useIdList()
  const isReady = useHydrated() && now.length > 0 && !isRunning
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) onCheck(takeThose())
      }}
      className="grid grid-cols-[minmax(0,1fr)] gap-5 noscript:hidden"
    >
      <DropArea onFiles={addFiles}>
        <label htmlFor="ids" className="font-semibold">
          {words.list.label}
        </label>
        <p id="ids-hint" className="text-ink-soft text-sm">
          {words.list.hint} <span className="pointer-coarse:hidden">{words.list.drop}</span>
        </p>
        <textarea
          id="ids"
          ref={area}
          rows={5}
          onInput={onInput}
          aria-describedby="ids-hint"
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          className="control font-mono"
        />
        <ListNotes read={read} told={told} />
      </DropArea>
      <FileChoice onFiles={addFiles} />
      <Button type="submit" disabled={!isReady} className="w-full">
        {now.length === 0 ? 'Check' : `Check ${countOf(now.length)}`}
      </Button>
    </form>
  )
}

/** The browser's own words beside the button would say for ever that none is chosen. */
function FileChoice({ onFiles }: { onFiles: (files: Iterable<File>) => void }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <label htmlFor="ids-file" className="font-semibold">
        {words.list.file}
      </label>
      <input
        id="ids-file"
        type="file"
        accept=".txt,.csv,text/plain,text/csv"
        aria-describedby="ids-privacy"
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])])
          // The same one may be chosen again, once it was mended.
          currentTarget.value = ''
        }}
        className="file:border-control file:bg-warm file:text-ink min-h-11 w-full text-transparent file:min-h-11 file:cursor-pointer file:rounded-sm file:border file:px-4 file:font-semibold"
      />
      <p id="ids-privacy" className="text-ink-soft text-sm">
        {words.list.privacy}
      </p>
    </div>
  )
}

const countOf = (count: number) => (count === 1 ? '1 certificate' : `${count} certificates`)
