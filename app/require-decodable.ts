import { data } from 'react-router'

/**
 * For the loaders of pages with a part in their address that may be anything. React Router takes a
 * part that cannot be decoded as it stands, and so finds a page for what is no address of ours.
 *
 * @param address of the request, absolute.
 * @throws what the layout shows as the not-found page.
 */
export function requireDecodable(address: string): void {
  try {
    decodeURI(new URL(address).pathname)
  } catch {
    throw data(null, { status: 404 })
  }
}
