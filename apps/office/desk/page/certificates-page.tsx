import { Award } from 'lucide'
import { Icon } from '@naic/ui/icon.tsx'
import { useLoaderData } from 'react-router'
import type { Listed, RowOfCertificate } from '../desk-api.ts'
import type { OneCertificate } from '../serve/routes/certificates.ts'
import { ExportList } from './export-button.tsx'
import { useHeldRows } from './held-rows.tsx'
import { Key, KeyLink } from './desk-button.tsx'
import {
  askedOf,
  Choice,
  ListAndOne,
  type ListColumn,
  loadListAndOne,
  useChoices,
} from './list-and-one.tsx'
import { Day, ReadCertificate, StateMark } from './one-certificate.tsx'
import { useMay } from './desk-frame.tsx'
import { LetterFate } from './letter-mark.tsx'

export const loadCertificates = loadListAndOne<Listed<RowOfCertificate>, OneCertificate>(
  '/api/certificates',
)

/** Certificates: found, and one read with what the public sees of it. */
export function CertificatesPage() {
  const { list, opened } = useLoaderData<typeof loadCertificates>()
  const [search] = useChoices()
  const shown = useHeldRows(list)
  return (
    <ListAndOne
      name="Certificate"
      searched="Name, ID, reference, college, domain or day"
      filters={
        <>
          <Choice name="state" label="State" options={states} />
          <ToIssue />
        </>
      }
      list={shown}
      tools={<ExportList of="certificates" query={askedOf(search)} total={list.total} />}
      columns={columns}
      none="No certificate fits."
      opened={opened && <ReadCertificate key={opened.certificate?.id} {...opened} />}
    />
  )
}

const columns: readonly ListColumn<RowOfCertificate>[] = [
  {
    key: 'holder',
    title: 'Holder',
    always: true,
    cell: ({ facts, state }) => <span dir="auto">{facts?.holder ?? state}</span>,
  },
  { key: 'domain', title: 'Domain', cell: ({ facts }) => facts?.domain },
  {
    key: 'verified-on',
    title: 'Verified on',
    width: 34,
    cell: ({ facts }) => facts && <Day on={facts.verifiedOn} />,
  },
  {
    key: 'id',
    title: 'ID',
    width: 50,
    cell: ({ id }) => <span className="font-mono">{id}</span>,
  },
  {
    key: 'reference',
    title: 'Reference',
    width: 40,
    cell: ({ reference }) => <span className="font-mono">{reference}</span>,
  },
  {
    key: 'state',
    title: 'State',
    always: true,
    width: 30,
    cell: ({ state, letters }) => (
      <span className="flex items-center gap-2">
        <StateMark state={state} />
        <LetterFate of={letters} />
      </span>
    ),
  },
]

const states = [
  { value: '', name: 'All states' },
  { value: 'stands', name: 'Stands' },
  { value: 'revoked', name: 'Revoked' },
  { value: 'void', name: 'Void' },
  { value: 'erased', name: 'Erased' },
]

function ToIssue() {
  if (!useMay('issue')) return null
  return (
    <KeyLink
      of="i"
      to="/certificates/issue"
      className="border-control hover:bg-warm inline-flex min-h-11 items-center gap-2 rounded-md border px-3 font-medium whitespace-nowrap"
    >
      <Icon of={Award} className="size-4" />
      Issue
      <Key of="i" />
    </KeyLink>
  )
}
