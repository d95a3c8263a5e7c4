import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { cleanCertificateId } from '#forms/certificate-id.ts'

const verifyingMs = 500

/** The field keeps what is typed as an ID is written; sending it leads to the certificate. */
export function useCertificateId() {
  const input = useRef<HTMLInputElement>(null)
  const [id, setId] = useState('')
  const [verifying, setVerifying] = useState(false)
  const navigate = useNavigate()

  // Something may have been typed before the script came.
  useEffect(() => setId(input.current ? clean(input.current) : ''), [])

  useEffect(() => {
    if (!verifying) return
    const timer = setTimeout(() => void navigate(`/verify/${id}`), verifyingMs)
    return () => clearTimeout(timer)
  }, [verifying, id, navigate])

  return {
    input,
    isEmpty: id === '',
    verifying,
    onInput({ currentTarget, nativeEvent }: SyntheticEvent<HTMLInputElement>) {
      // What an input method is still composing is not ours to change.
      if (nativeEvent instanceof InputEvent && nativeEvent.isComposing) return
      setId(clean(currentTarget))
    },
    onSubmit(event: SyntheticEvent) {
      event.preventDefault()
      if (id !== '') setVerifying(true)
    },
  }
}

/** Cleans the field, with the caret behind the same letter as before. @returns the ID. */
function clean(input: HTMLInputElement): string {
  const id = cleanCertificateId(input.value)
  if (id === input.value) return id
  const caret = cleanCertificateId(input.value.slice(0, input.selectionStart ?? undefined)).length
  input.value = id
  if (document.activeElement === input) input.setSelectionRange(caret, caret)
  return id
}
