import { FileCheck } from 'lucide'
import { Icon } from '@naic/ui/icon.tsx'
import type { ReactNode } from 'react'
import english from '@naic/content/en/certificate-file.json' with { type: 'json' }
import { Island } from '#app/island.tsx'

export type FileWords = typeof english

type Props = {
  /** The whole look of the place, and what stands at its top. Without that it says little. */
  className: string
  children?: ReactNode
  /** In English if they are left out. */
  words?: FileWords | undefined
  /** Where the ID of a code leads, with the ID at its end. */
  to?: string
}

/**
 * A place for a certificate's file, a photo or a screenshot, and one for the result: two items of the caller's
 * grid. All of it is done by scripts, so without them it is not shown.
 */
export const CheckAFile = ({ className, children, words = english, to = '/verify/' }: Props) => (
  <Island script="CheckAFile">
    <>
      <div
        data-part="place"
        data-to={to}
        data-checking={words.checking}
        data-not-loaded={`${words.notChecked} ${words.notLoaded}`}
        data-words={words === english ? undefined : JSON.stringify(words)}
        className={`border-control data-over:border-peacock data-over:bg-peacock-pale grid grid-cols-[minmax(0,1fr)] content-start gap-1.5 rounded-lg border-2 border-dashed noscript:hidden ${className}`}
      >
        {children}
        <label htmlFor="certificate-files" className="flex items-center gap-2 font-semibold">
          <Icon of={FileCheck} className="text-peacock size-6 shrink-0" />
          {words.label}
        </label>
        <input
          id="certificate-files"
          type="file"
          multiple
          accept=".json,.tlog-proof,.pdf,.png,.jpg,.jpeg,.webp,.heic"
          aria-describedby="certificate-files-hint"
          className="file:border-control file:bg-paper file:text-ink min-h-12 w-full file:mr-4 file:min-h-12 file:cursor-pointer file:rounded-md file:border file:px-5 file:font-semibold text-transparent"
        />
        {/* The browser's own control would cut them off on a phone. */}
        <p data-part="names" className="font-medium wrap-anywhere empty:hidden" />
        <p id="certificate-files-hint" className="text-ink-soft text-sm">
          {children ? words.hint : words.brief}{' '}
          <span className="pointer-coarse:hidden">{words.drop}</span>
        </p>
        {children ? <p className="text-ink-soft text-sm">{words.text}</p> : null}
        <p role="status" data-part="said" data-testid="verdict" className="sr-only" />
      </div>
      <div data-part="outcome" className="scroll-my-4 empty:hidden md:col-span-full" />
    </>
  </Island>
)
