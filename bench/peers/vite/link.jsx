/** A link that changes the page without a request, as a router's does. */
export default function Link({ href, children, ...others }) {
  const follow = (event) => {
    event.preventDefault()
    history.pushState(null, '', href)
    dispatchEvent(new PopStateEvent('popstate'))
    scrollTo(0, 0)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- a link's own click, by mouse or key
    <a href={href} {...others} onClick={follow}>
      {children}
    </a>
  )
}
