import {
  Component,
  type ComponentProps,
  type ComponentType,
  createContext as createReactContext,
  Fragment,
  type MouseEvent,
  type ReactNode,
  startTransition,
  use,
  useContext,
  useLayoutEffect,
  useState,
} from 'react'
// oxlint-disable-next-line eslint/no-restricted-imports -- only the types of what is replaced here
import type * as ReactRouter from 'react-router'
import { fit } from './find-route.ts'
import { followHistory, goTo, type OpenPage, readFirstPage, routeModules } from './open-page.ts'
import { ErrorResponse } from './route-data.ts'

/**
 * The browser's half of React Router, which the build puts in its place (`apps/site/vite.config.ts`,
 * decision 103): what our pages use of it, in a tenth of the bytes. The server and `npm run dev` have
 * React Router itself.
 */

const PageContext = createReactContext<OpenPage | undefined>(undefined)
const ProgressContext = createReactContext(false)
/** Which of the page's matches is being rendered. */
const PlaceContext = createReactContext(0)
const ErrorContext = createReactContext<unknown>(undefined)

function usePage(): OpenPage {
  const page = useContext(PageContext)
  if (!page) throw new Error('This is rendered outside of the router.')
  return page
}

/** The route that is being rendered, and all of its page. */
function useRouteHere() {
  const page = usePage()
  const place = useContext(PlaceContext)
  const here = page.matches[place]
  if (!here) throw new Error('This is rendered outside of a route.')
  return { ...page, ...here }
}

export function HydratedRouter() {
  const [page, setPage] = useState(use(readFirstPage()))
  const [isUnderWay, setUnderWay] = useState(false)
  useLayoutEffect(
    () =>
      followHistory(
        (next) => startTransition(() => setPage(next)),
        (next) => startTransition(() => setUnderWay(next)),
      ),
    [],
  )
  return (
    <ProgressContext value={isUnderWay}>
      <PageContext value={page}>
        <RouteAt place={0} />
      </PageContext>
    </ProgressContext>
  )
}

export const Outlet = () => <RouteAt place={useContext(PlaceContext) + 1} />

function RouteAt({ place }: { place: number }) {
  const page = usePage()
  const id = page.matches[place]?.route.id
  const module = id === undefined ? undefined : routeModules()[id]
  if (id === undefined || !module) return null
  const { default: Page, Layout = Fragment, ErrorBoundary } = module
  const within = (inside: ReactNode, error: unknown) => (
    <ErrorContext value={error}>
      <Layout>{inside}</Layout>
    </ErrorContext>
  )
  const error = page.errors?.[id]
  if (!ErrorBoundary)
    return <PlaceContext value={place}>{within(<Page />, undefined)}</PlaceContext>
  return (
    <PlaceContext value={place}>
      <Boundary page={page} failed={(cause) => within(<ErrorBoundary />, cause)}>
        {within(error === undefined ? <Page /> : <ErrorBoundary />, error)}
      </Boundary>
    </PlaceContext>
  )
}

type BoundaryProps = {
  page: OpenPage
  failed: (cause: unknown) => ReactNode
  children: ReactNode
}

/** Shows what failed while it was rendered, until another page is opened. */
class Boundary extends Component<BoundaryProps, { page: OpenPage; error?: { cause: unknown } }> {
  override state: { page: OpenPage; error?: { cause: unknown } } = { page: this.props.page }

  static getDerivedStateFromError = (cause: unknown) => ({ error: { cause } })

  static getDerivedStateFromProps = ({ page }: BoundaryProps, state: { page: OpenPage }) =>
    page === state.page ? null : { page, error: undefined }

  override render() {
    const { error } = this.state
    return error ? this.props.failed(error.cause) : this.props.children
  }
}

/** React Router's compiler puts these around what a route exports. */
export function UNSAFE_withComponentProps(Page: ComponentType<object>) {
  return function RoutePage() {
    const { route, params, loaderData, actionData } = useRouteHere()
    return (
      <Page {...{ params, loaderData: loaderData[route.id], actionData: actionData?.[route.id] }} />
    )
  }
}

export function UNSAFE_withErrorBoundaryProps(Shown: ComponentType<{ error: unknown }>) {
  return function RouteError() {
    return <Shown error={useContext(ErrorContext)} />
  }
}

/** In the head of the document: what the innermost route that says anything says of the page. */
export function Meta() {
  const { matches, errors, loaderData, location } = usePage()
  const failed = matches.findIndex(({ route }) => errors?.[route.id] !== undefined)
  const active = failed === -1 ? matches : matches.slice(0, failed + 1)
  const error = errors?.[matches[failed]?.route.id ?? '']
  const said = active.flatMap(({ route, params }) => {
    const meta = routeModules()[route.id]?.meta
    return meta
      ? [{ meta, args: { loaderData: loaderData[route.id], params, location, error } }]
      : []
  })
  const { meta, args = {} } = said.at(-1) ?? {}
  return meta?.(args).map((tag) => <MetaTag key={JSON.stringify(tag)} {...tag} />)
}

function MetaTag(said: ReactRouter.MetaDescriptor) {
  if ('title' in said) return <title>{String(said.title)}</title>
  if ('script:ld+json' in said) {
    const text = JSON.stringify(said['script:ld+json']).replaceAll('<', '\\u003c')
    // oxlint-disable-next-line react/no-danger -- JSON, which is data
    return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: text }} />
  }
  if (!('tagName' in said)) return <meta {...said} />
  const { tagName: _, ...link } = said
  return <link {...link} />
}

/** Of these the server's stay as they are. */
export const Links = () => null
export const Scripts = () => null

type LinkProps = ComponentProps<typeof ReactRouter.Link>

export function Link({ to, replace, reloadDocument, onClick, children, ...rest }: LinkProps) {
  const { location } = usePage()
  const { discover: _discover, ...props } = rest
  const href = addressOf(to, location)
  const isInside = href.startsWith('/') && !href.startsWith('//') && !reloadDocument
  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    const { target } = props
    if (!isInside || event.defaultPrevented || event.button !== 0) return
    if ((target && target !== '_self') || hasKey(event)) return
    event.preventDefault()
    void goTo(href, { replace: replace ?? href === createPath(location) })
  }
  return (
    <a {...props} href={href} onClick={follow}>
      {children}
    </a>
  )
}

const hasKey = ({ metaKey, altKey, ctrlKey, shiftKey }: MouseEvent) =>
  metaKey || altKey || ctrlKey || shiftKey

type NavLinkProps = Omit<LinkProps, 'className'> & { className?: string; end?: boolean }

/** A link that says whether its page, or one below it, is shown. */
export function NavLink({ end, className, ...props }: NavLinkProps) {
  const { location } = usePage()
  const path = location.pathname.toLowerCase()
  const own = addressOf(props.to, location).toLowerCase()
  const isActive = path === own || (!end && path.startsWith(`${own}/`))
  const classes = [className, isActive && 'active'].filter(Boolean).join(' ')
  return <Link {...props} aria-current={isActive ? 'page' : undefined} className={classes} />
}

function addressOf(to: ReactRouter.To, { pathname }: ReactRouter.Location): string {
  const address = typeof to === 'string' ? to : createPath(to)
  return /^[?#]|^$/.test(address) ? pathname + address : address
}

const createPath = ({ pathname = '', search = '', hash = '' }: Partial<ReactRouter.Path>) =>
  pathname + search + hash

export const useLocation = () => usePage().location
export const useNavigationType = () => usePage().navigationType
export const useNavigation = () => ({ state: useContext(ProgressContext) ? 'loading' : 'idle' })
export const useSearchParams = () => [new URLSearchParams(usePage().location.search)]
export const useMatch = (pattern: string) => matchPath(pattern, usePage().location.pathname)

/** It never changes. */
export const useNavigate = () => navigate

function navigate(to: ReactRouter.To | number, options?: ReactRouter.NavigateOptions) {
  return goTo(typeof to === 'object' ? createPath(to) : to, options)
}

export function useActionData() {
  const { route, actionData } = useRouteHere()
  return actionData?.[route.id]
}

export function matchPath(pattern: string, pathname: string) {
  const params = fit(pattern, pathname)
  return params ? { params, pathname } : null
}

/** @returns the address of a page, such as "/verify/NAIC25A7K2M" of "/verify/:id?". */
export const href = (pattern: string, params: Record<string, string | undefined> = {}) =>
  pattern.replace(/\/:(\w+)\??/g, (_, name: string) => {
    const value = params[name]
    return value === undefined ? '' : `/${encodeURIComponent(value)}`
  })

/** What a loader throws for an address that does not exist. */
export const data = (value: unknown, init: { status: number }) => ({ data: value, init })

export const isRouteErrorResponse = (error: unknown): error is ErrorResponse =>
  error instanceof ErrorResponse

/** What the server hands to loaders, which the browser has none of. */
export const createContext = (defaultValue: unknown) => ({ defaultValue })
