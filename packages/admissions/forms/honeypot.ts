/**
 * A field that people do not see and programs fill in. A form that comes with it filled in is
 * refused with a sentence that says so, in case a person's browser filled it.
 */
export const honeypotField = 'website'

export const honeypotMessage =
  'The field "website" must stay empty: it is there to catch automatic senders. Please clear it and send again.'
