import { BadgeCheck, Menu, X } from 'lucide'
import { Icon } from '@naic/ui/icon.tsx'
import words from '@naic/content/en/header.json' with { type: 'json' }
import { headerLinks, verifyLink } from '@naic/content/navigation.ts'
import { ButtonLink } from '@naic/ui/button.tsx'
import { usePageAddress } from '#app/page-address.ts'
import { LanguageLinks } from './language-links.tsx'
import { Logo } from './logo.tsx'

/** See-through on the home page until it is scrolled, and on ink until `site-header.ts` says how far. */
export const SiteHeader = ({ transparentAtTop }: { transparentAtTop: boolean }) => (
  <header
    className={`site-header border-b print:hidden ${
      transparentAtTop
        ? 'bg-night text-moon border-transparent data-[scrolled=false]:bg-transparent data-[scrolled=true]:border-hairline data-[scrolled=true]:bg-paper data-[scrolled=true]:text-ink data-[scrolled=true]:fade-colors'
        : 'bg-paper text-ink border-hairline'
    }`}
  >
    <div className="wrap flex h-full items-center justify-between gap-4">
      <a href="/" className="min-w-0">
        <Logo />
      </a>
      <p className="ml-auto flex gap-4 text-sm max-xl:hidden">
        <LanguageLinks className={beside} />
      </p>
      <a
        href={verifyLink.to}
        className="max-xl:ml-auto flex min-h-11 items-center gap-2 border-r border-current/25 pr-4 text-sm font-medium hover:underline max-lg:hidden"
      >
        <Icon of={BadgeCheck} className="size-5" />
        {verifyLink.label}
      </a>
      <SiteMenu />
    </div>
  </header>
)

const beside = 'inline-flex min-h-12 min-w-11 items-center gap-2 font-medium hover:underline'

/** In the words' colour, and a border: forced colours would take away a background. */
const barIfCurrent = 'relative after:absolute after:bottom-1.5 aria-[current=page]:after:border-b-2'

/** One list for both widths. On narrow screens a popover, which works before the script has come and without it. */
function SiteMenu() {
  const { path } = usePageAddress()
  const [, internship] = /\/internships\/(\d+)$/.exec(path) ?? []
  return (
    <div className="group/menu contents">
      <button
        type="button"
        popoverTarget="site-menu"
        aria-controls="site-menu"
        className="-mr-2 grid size-12 shrink-0 place-items-center rounded-md md:hidden"
      >
        <span className="group-has-[:popover-open]/menu:hidden">
          <span className="sr-only">{words.openMenu}</span>
          <Icon of={Menu} />
        </span>
        <span className="hidden group-has-[:popover-open]/menu:block">
          <span className="sr-only">{words.closeMenu}</span>
          <Icon of={X} />
        </span>
      </button>
      <nav
        id="site-menu"
        popover="auto"
        aria-label={words.menu}
        className="max-md:inset-[var(--header-height)_0_0] max-md:size-auto md:flex max-md:bg-paper max-md:text-ink max-md:px-4 max-md:pt-2 max-md:pb-6 md:static md:m-0 md:shrink-0 md:items-center md:whitespace-nowrap md:gap-1 md:overflow-visible md:bg-transparent md:p-0 md:text-inherit"
      >
        {headerLinks.map(({ to, label }) => (
          <a
            key={to}
            href={to}
            aria-current={isWithin(path, to) ? 'page' : undefined}
            className={`${barIfCurrent} max-md:border-hairline block px-3 py-3 font-medium after:inset-x-3 hover:underline max-md:border-b max-md:text-lg aria-[current=page]:font-semibold`}
          >
            {label}
          </a>
        ))}
        <ButtonLink
          href={internship ? `/apply?internship=${internship}` : '/apply'}
          aria-current={path === '/apply' ? 'page' : undefined}
          className={`${barIfCurrent} after:inset-x-6 max-md:mt-4 max-md:w-full md:ml-3`}
        >
          {words.apply}
        </ButtonLink>
        <p className="border-hairline mt-6 flex flex-wrap justify-between gap-x-4 border-t px-3 pt-3 md:hidden">
          <a href={verifyLink.to} className={beside}>
            <Icon of={BadgeCheck} className="size-5" />
            {verifyLink.label}
          </a>
          <LanguageLinks className={beside} />
        </p>
      </nav>
    </div>
  )
}

const isWithin = (path: string, to: string) =>
  path === to || (to !== '/' && path.startsWith(`${to}/`))
