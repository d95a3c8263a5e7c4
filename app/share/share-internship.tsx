import { siteUrl } from '#app/server-context/site-address.ts'
import { buttonClasses } from '../ui/button.tsx'
import { ShareButton } from './share-button.tsx'
import { WhatsAppLink } from './whatsapp-link.tsx'

type Props = {
  /** Without it, the whole list is shared. */
  internship: { id: number; title: string; duration: string } | undefined
}

const look = buttonClasses('outline')

const notCopied = 'We could not copy the link. It is selected, so you can copy it yourself:'

/** Sends the link to others, or to oneself. */
export function ShareInternship({ internship }: Props) {
  const address = `${siteUrl()}/internships${internship ? `/${internship.id}` : ''}`
  const title = internship
    ? `${internship.title}: an online internship of ${internship.duration}`
    : 'Online internships for students in India'
  return (
    <>
      <WhatsAppLink title={title} address={address} className={look} />
      <ShareButton title={title} address={address} notCopied={notCopied} className={look} />
    </>
  )
}
