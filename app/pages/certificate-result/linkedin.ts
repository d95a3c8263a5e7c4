import organisation from '#content/organisation.json' with { type: 'json' }
import type { CertificateFacts } from '#credential/credential.ts'

/** LinkedIn's own way to fill its form is best effort, so the values are shown to be copied too. */
export function linkedInValues({ id, domain, verifiedOn }: CertificateFacts, address: string) {
  const [year = '', month = ''] = verifiedOn.split('-')
  return [
    { parameter: 'name', label: 'Name', value: `${domain} internship` },
    { parameter: 'organizationName', label: 'Issuing organization', value: organisation.name },
    { parameter: 'issueYear', label: 'Issue year', value: year },
    { parameter: 'issueMonth', label: 'Issue month', value: String(Number(month)) },
    { parameter: 'certUrl', label: 'Credential URL', value: address },
    { parameter: 'certId', label: 'Credential ID', value: id },
  ]
}

export function linkedInAddress(facts: CertificateFacts, address: string): string {
  const query = new URLSearchParams({ startTask: 'CERTIFICATION_NAME' })
  for (const { parameter, value } of linkedInValues(facts, address)) query.set(parameter, value)
  return `https://www.linkedin.com/profile/add?${query}`
}
