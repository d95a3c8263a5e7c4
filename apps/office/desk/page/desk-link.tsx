import type { ComponentProps } from 'react'
// oxlint-disable-next-line eslint/no-restricted-imports -- here it gets the desk's look
import { Link } from 'react-router'

/** A link to another page of the desk. */
export const DeskLink = (props: ComponentProps<typeof Link>) => <Link className="link" {...props} />
