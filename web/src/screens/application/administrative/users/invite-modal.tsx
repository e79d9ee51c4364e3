/** 'Invitar a una persona': e-mail, roles and reason; a second administrator decides (four eyes), and then the mail is sent. */
import { Alert, Button, Stack, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { StaffRole } from '@tunjo/contract/permissions'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { invite } from '../../../../api/staff-invitations.ts'
import { ReasonForm } from '../../../../parts/reason-form.tsx'
import { Modal } from '../../../../ui/modal.tsx'
import { toast } from '../../../../ui/toast.ts'
import { RoleCheckboxes } from './role-checkboxes.tsx'

export function InviteModal({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('staff')
  return (
    <Modal opened={opened} onClose={onClose} title={t('invite.title')}>
      <Invite onClose={onClose} />
    </Modal>
  )
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const NAME_LENGTH = { minimum: 2, maximum: 80 }

interface Person {
  readonly email: string
  readonly name: string
  readonly roles: readonly StaffRole[]
}
type Wrong = Partial<Record<keyof Person, string>>

function Invite({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('staff')
  const queries = useQueryClient()
  const [person, setPerson] = useState<Person>({ email: '', name: '', roles: [] })
  const [wasTried, setTried] = useState(false)
  const inviting = useMutation({
    mutationFn: (reason: string) => invite({ email: person.email.trim(), name: person.name.trim(), roles: [...person.roles], reason }),
    onSuccess: () => {
      toast.success(t('proposed'))
      onClose()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['staff'] }),
  })
  const wrong = wrongOf(person, t)
  function propose(reason: string): void {
    setTried(true)
    if (Object.keys(wrong).length === 0) inviting.mutate(reason)
  }
  return (
    <Stack>
      <Alert color="amber" role="note">
        {t('invite.text')}
      </Alert>
      <PersonFields person={person} onChange={setPerson} wrong={wasTried ? wrong : {}} />
      <ReasonForm<'propose'>
        label={t('reason')}
        isBusy={inviting.isPending}
        failure={inviting.error}
        onAct={(_act, reason) => propose(reason)}
      >
        {(act) => (
          <>
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button onClick={() => act('propose')}>{t('propose')}</Button>
          </>
        )}
      </ReasonForm>
    </Stack>
  )
}

interface PersonFieldsProps {
  person: Person
  onChange: (person: Person) => void
  wrong: Wrong
}

function PersonFields({ person, onChange, wrong }: PersonFieldsProps) {
  const { t } = useTranslation('staff')
  return (
    <>
      <TextInput
        label={t('email')}
        description={t('invite.emailHint')}
        type="email"
        autoComplete="off"
        maxLength={254}
        value={person.email}
        onChange={(event) => onChange({ ...person, email: event.currentTarget.value })}
        error={wrong.email}
        required
      />
      <TextInput
        label={t('invite.name')}
        autoComplete="off"
        maxLength={NAME_LENGTH.maximum}
        value={person.name}
        onChange={(event) => onChange({ ...person, name: event.currentTarget.value })}
        error={wrong.name}
        required
      />
      <RoleCheckboxes roles={person.roles} onChange={(roles) => onChange({ ...person, roles })} error={wrong.roles} />
    </>
  )
}

const wrongOf = ({ email, name, roles }: Person, t: TFunction<'staff'>): Wrong => ({
  ...(EMAIL.test(email.trim()) ? {} : { email: t('invite.emailWrong') }),
  ...(name.trim().length >= NAME_LENGTH.minimum ? {} : { name: t('invite.nameWrong') }),
  ...(roles.length > 0 ? {} : { roles: t('invite.rolesWrong') }),
})
