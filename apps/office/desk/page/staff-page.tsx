import { Copy, Mail, UserPlus } from 'lucide'
import { Icon } from '@naic/ui/icon.tsx'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLoaderData, useRevalidator } from 'react-router'
import { everyRole, type Role, whatDoes } from '#staff/roles.ts'
import { timeInIndia } from '@naic/store/sheets/indian-day.ts'
import { Button } from '@naic/ui/button.tsx'
import { SelectField, TextField } from '@naic/ui/field.tsx'
import type { Colleague, Invitation } from '../desk-api.ts'
import { DeskButton } from './desk-button.tsx'
import { AgreeDialog, Plain, usePlainAgreement, useTypedToAgree } from './agree-dialog.tsx'
import { readShown, sendDesk } from './ask-desk.ts'
import { DeskDialog, leaveDialog } from './desk-dialog.tsx'
import { useSay } from './desk-frame.tsx'
import { type DeskColumn, DeskTable } from './desk-table.tsx'
import { Moment } from './moment.tsx'
import { Tick } from './tick.tsx'

export const loadStaff = () => readShown<Colleague[]>('/api/staff')

/** What is open above the list: an invitation to write, a colleague to change, or a link to hand over. */
type Opened = 'invite' | Colleague | Invitation

/** Who works at the desk and what they may do, for those who invite colleagues. */
export function StaffPage() {
  const colleagues = useLoaderData<typeof loadStaff>()
  const [opened, setOpened] = useState<Opened>()
  const { revalidate } = useRevalidator()
  // One dialog may follow another; after the last the focus is where it was before the first.
  const opener = useRef<HTMLElement>(null)
  useEffect(() => {
    if (opened === undefined) opener.current?.focus()
  }, [opened])
  const open = (what: Opened, from: HTMLElement) => {
    opener.current = from
    setOpened(what)
  }
  const close = () => setOpened(undefined)
  const goOn = (invitation?: Invitation) => {
    setOpened(invitation)
    void revalidate()
  }
  return (
    <div className="grid content-start gap-4 p-4 lg:p-6">
      <title>Staff · The council's desk</title>
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-heading">Staff</h1>
        <DeskButton onClick={({ currentTarget }) => open('invite', currentTarget)}>
          <Icon of={UserPlus} /> Invite a colleague
        </DeskButton>
      </header>
      <DeskTable
        name="Colleagues"
        columns={[
          ...columns,
          {
            title: 'Change',
            render: (one) =>
              one.isYou
                ? 'This is you.'
                : one.state !== 'ended' && (
                    <DeskButton
                      aria-label={`Change ${one.name}`}
                      onClick={({ currentTarget }) => open(one, currentTarget)}
                    >
                      Change
                    </DeskButton>
                  ),
          },
        ]}
        rows={colleagues}
        keyOf={({ id }) => id}
      />
      <p className="text-ink-soft max-w-text text-sm">
        What is done here is in the journal with your name. You cannot change your own row: another
        manager or the person who runs the server does that, so that somebody who may invite always
        stays.
      </p>
      {opened === 'invite' ? <InviteDialog onInvited={goOn} onClose={close} /> : null}
      {typeof opened === 'object' && 'state' in opened ? (
        <ChangeDialog colleague={opened} onDone={goOn} onClose={close} />
      ) : null}
      {typeof opened === 'object' && 'address' in opened ? (
        <LinkDialog invitation={opened} onClose={close} />
      ) : null}
    </div>
  )
}

const columns: DeskColumn<Colleague>[] = [
  { title: 'Name', isName: true, render: ({ name }) => <span dir="auto">{name}</span> },
  { title: 'Role', render: ({ roles }) => roles.join(', ') },
  { title: 'State', render: ({ state }) => state },
  { title: 'Passkeys', render: ({ passkeys }) => passkeys },
  { title: 'Last signed in', render: ({ cameInAt: at }) => (at ? <Moment at={at} /> : 'never') },
  { title: 'Since', render: ({ addedAt }) => <Moment at={addedAt} /> },
]

type RolesProps = { roles: readonly Role[]; onChange: (roles: Role[]) => void }

const RoleChoice = ({ roles, onChange }: RolesProps) => (
  <fieldset className="grid gap-2">
    <legend className="mb-1 font-semibold">Role: one or several, and the fewest that do</legend>
    {everyRole.map((role) => (
      <Tick
        key={role}
        isOn={roles.includes(role)}
        onTick={(isOn) =>
          onChange(everyRole.filter((one) => (one === role ? isOn : roles.includes(one))))
        }
      >
        <strong>{role}</strong>: {whatDoes(role)}
      </Tick>
    ))}
  </fieldset>
)

type InviteProps = { onInvited: (invitation: Invitation) => void; onClose: () => void }

function InviteDialog({ onInvited, onClose }: InviteProps) {
  const [name, setName] = useState('')
  const [roles, setRoles] = useState<Role[]>([])
  const agreement = usePlainAgreement(name.trim() !== '' && roles.length > 0, async () =>
    onInvited(await sendDesk<Invitation>('/api/staff', { name, roles })),
  )
  return (
    <AgreeDialog
      title="Invite a colleague"
      action="Make the link"
      agreement={agreement}
      hasText={name !== ''}
      onClose={onClose}
      fields={
        <>
          <TextField
            name="colleague"
            label="Name"
            hint="As the journal will name them."
            required
            autoComplete="off"
            error={undefined}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <RoleChoice roles={roles} onChange={setRoles} />
        </>
      }
    >
      <Plain>
        You get a link, good once within a day. Whoever opens it first comes in under this name, so
        give it to your colleague alone. No letter goes out by itself.
      </Plain>
    </AgreeDialog>
  )
}

type Deed = 'role' | 'invite' | 'lost' | 'suspend' | 'lift' | 'end'

/** `done` is said of them afterwards, where no link is to be handed over. */
const deeds: Record<Deed, { name: string; action: string; will: string; done?: string }> = {
  role: {
    name: 'Another role',
    action: 'Change the role',
    will: 'The new role takes the place of what they had, from the next thing that they do.',
    done: 'has the new role now',
  },
  invite: {
    name: 'A new link',
    action: 'Make the link',
    will: 'You get a link, good once within a day, for another computer or if the one before ran out. Their passkeys go on working; a link before this one does not.',
  },
  lost: {
    name: 'A lost passkey or computer',
    action: 'Stop the passkeys and make a link',
    will: 'They are signed out everywhere at once, and none of their passkeys works any more. You get a link, good once within a day, by which they make a new one.',
  },
  suspend: {
    name: 'Suspend',
    action: 'Suspend',
    will: 'They are signed out everywhere at once, and cannot come in until you let them in again. Their passkeys are kept for that.',
    done: 'is suspended, and signed out everywhere',
  },
  lift: {
    name: 'Let them in again',
    action: 'Let them in again',
    will: 'They can sign in again with the passkeys that they had. Who had none needs a new link.',
    done: 'may come in again',
  },
  end: {
    name: 'They leave',
    action: 'End their work at the desk',
    will: 'They are signed out everywhere at once, and none of their passkeys ever works again. Their name stays in the history and the journal. If they come back, invite them anew.',
    done: 'has left the desk',
  },
}

type ChangeProps = {
  colleague: Colleague
  onDone: (invitation?: Invitation) => void
  onClose: () => void
}

/** First it is chosen what to do and read what that does; an end needs the name typed as well. */
function ChangeDialog({ colleague, onDone, onClose }: ChangeProps) {
  const { id, name, state } = colleague
  const [deed, setDeed] = useState<Deed>(state === 'suspended' ? 'lift' : 'role')
  const [roles, setRoles] = useState(colleague.roles)
  const { isTyped, hasText, field } = useTypedToAgree('their name', name)
  const say = useSay()
  const isOther = roles.length > 0 && roles.join() !== colleague.roles.join()
  const isReady = deed === 'role' ? isOther : deed !== 'end' || isTyped
  const agreement = usePlainAgreement(isReady, async () => {
    const ask = <Answer,>(path: string, body: object) =>
      sendDesk<Answer>(`/api/staff/${id}/${path}`, body)
    if (deed === 'invite' || deed === 'lost') {
      return onDone(await ask<Invitation>('invite', { forgetsPasskeys: deed === 'lost' }))
    }
    await ask(deed, deed === 'role' ? { roles } : {})
    say(`${name} ${deeds[deed].done}.`)
    return onDone()
  })
  const possible: readonly Deed[] =
    state === 'suspended' ? ['lift', 'role', 'end'] : ['role', 'invite', 'lost', 'suspend', 'end']
  const { action, will } = deeds[deed]
  return (
    <AgreeDialog
      title={`Change ${name}`}
      action={action}
      agreement={agreement}
      hasText={hasText}
      onClose={onClose}
      fields={
        <>
          <SelectField
            name="deed"
            label="What"
            required
            error={undefined}
            placeholder="Choose"
            options={possible.map((one) => ({ value: one, text: deeds[one].name }))}
            value={deed}
            onChange={({ currentTarget }) => setDeed(currentTarget.value as Deed)}
          />
          {deed === 'role' ? <RoleChoice roles={roles} onChange={setRoles} /> : null}
          {deed === 'end' ? field : null}
        </>
      }
    >
      <Plain>{will}</Plain>
    </AgreeDialog>
  )
}

type LinkProps = { invitation: Invitation; onClose: () => void }

/** Hands the link over. Nothing can show it again. */
function LinkDialog({ invitation: { name, address, goodUntil }, onClose }: LinkProps) {
  const [copied, setCopied] = useState('')
  const copy = () =>
    navigator.clipboard.writeText(address).then(
      () => setCopied('Copied.'),
      () => setCopied('The browser did not allow it. Mark the link and copy it.'),
    )
  const until = timeInIndia(goodUntil)
  const mail = new URLSearchParams({
    subject: 'Your invitation to the council’s desk',
    body: `Dear ${name},\n\nPlease open this link on the computer at which you will work, and make your passkey there:\n\n${address}\n\nIt is for you alone, and good once, until ${until}.`,
  })
  return (
    <DeskDialog title={`The link for ${name}`} isNarrow onClose={onClose}>
      {(): ReactNode => (
        <div className="grid gap-4 px-6 py-4">
          <p>
            Give this link to {name} and to nobody else, by a way that you trust. It is good once,
            until {until}. <strong>It is shown only now.</strong> If it is lost, make a new one.
          </p>
          <TextField
            name="link"
            label="Link"
            required
            readOnly
            error={undefined}
            value={address}
            onFocus={({ currentTarget }) => currentTarget.select()}
            className="font-mono text-sm"
          />
          <p className="flex flex-wrap items-center gap-3">
            <DeskButton onClick={() => void copy()}>
              <Icon of={Copy} /> Copy the link
            </DeskButton>
            <a href={`mailto:?${mail.toString().replaceAll('+', '%20')}`} className="desk-button">
              <Icon of={Mail} /> Write an email with it
            </a>
            <span role="status">{copied}</span>
          </p>
          <p>
            <Button type="button" look="outline" onClick={leaveDialog}>
              Close
            </Button>
          </p>
        </div>
      )}
    </DeskDialog>
  )
}
