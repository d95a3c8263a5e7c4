import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { href, useNavigate } from 'react-router'
import { cleanCertificateId } from '@naic/admissions/forms/certificate-id.ts'
import { fetchResultPage } from './fetch-result-page.ts'

const verifyingMs = 500

/** `unreachable`: there is no network, and not even the page of the result could be fetched. */
type State = 'typing' | 'verifying' | 'unreachable'

/** The field keeps what is typed as an ID is written; sending it leads to the certificate. */
export function useCertificateId() {
  const input = useRef<HTMLInputElement>(null)
  const [id, setId] = useState('')
  const [state, setState] = useState<State>('typing')
  const navigate = useNavigate()
  const isEmpty = id === ''

  // Something may have been typed before the script came.
  useEffect(() => setId(input.current ? clean(input.current) : ''), [])

  // The network may be gone by the time the button is pressed.
  useEffect(() => {
    if (!isEmpty) void fetchResultPage()
  }, [isEmpty])

  useEffect(() => {
    if (state !== 'verifying') return
    let left = false
    const address = href('/verify/:id?', { id })
    void Promise.all([fetchResultPage(), pause(verifyingMs)]).then(([isThere]) => {
      if (left) return
      if (isThere) {
        void navigate(address)
      } else if (navigator.onLine) {
        // Such as after an update of the site: the whole page brings its own, new script.
        window.location.assign(address)
        setState('typing')
      } else {
        setState('unreachable')
      }
    })
    return () => {
      left = true
    }
  }, [state, id, navigate])

  return {
    input,
    isEmpty,
    state,
    onInput({ currentTarget, nativeEvent }: SyntheticEvent<HTMLInputElement>) {
      // What an input method is still composing is not ours to change.
      if (nativeEvent instanceof InputEvent && nativeEvent.isComposing) return
      setId(clean(currentTarget))
    },
    onSubmit(event: SyntheticEvent) {
      event.preventDefault()
      if (!isEmpty) setState('verifying')
    },
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Cleans the field, with the caret behind the same letter as before. @returns the ID. */
function clean(input: HTMLInputElement): string {
  const id = cleanCertificateId(input.value)
  if (id === input.value) return id
  const caret = cleanCertificateId(input.value.slice(0, input.selectionStart ?? undefined)).length
  input.value = id
  if (document.activeElement === input) input.setSelectionRange(caret, caret)
  return id
}
