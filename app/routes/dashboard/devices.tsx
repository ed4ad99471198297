import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { AccountTab } from '~/account/accounts/account-tab'
import { requireUser } from '~/account/accounts/sessions.server'
import { DashboardIcon } from '~/base/components/dashboard-icons'
import { useConfirmation } from '~/base/components/delete-dialog'
import { EmptyState } from '~/base/components/empty-state'
import { Link } from '~/base/components/link'
import { ListFailure } from '~/base/components/list-failure'
import { ownerClock } from '~/base/db/owner-clock.server'
import { readFormFields } from '~/base/forms/form.server'
import { wallClock } from '~/base/forms/rules'
import { devicesPath, phonesPath } from '~/integrations/devices/device'
import { DeviceCard } from '~/integrations/devices/device-card'
import { deviceListAction } from '~/integrations/devices/device-forms.server'
import { listDeviceChanges, listDevices } from '~/integrations/devices/devices.server'
import { heldOf } from '~/integrations/devices/held-deletions.server'
import { HeldSection } from '~/integrations/devices/held-section'
import { RevokeDialog } from '~/integrations/devices/revoke-dialog'
import { TakenBack } from '~/integrations/devices/taken-back'
import '~/base/components/forms.css'
import '~/integrations/devices/devices.css'

export const meta: MetaFunction = () => [{ title: 'Devices · Budkeeper' }]

/** Change sets of each device. The history has all of them. */
const latest = { type: '', of: '', page: 1, limit: 5 }

export async function loader(call: LoaderFunctionArgs) {
  const { _id: userId } = await requireUser(call)
  const query = new URL(call.request.url).searchParams
  const [held, clock, listed] = await Promise.all([heldOf(userId), ownerClock(userId), listDevices(userId)])
  const devices = await Promise.all(
    listed.map(async (device) => ({ device, ...(await listDeviceChanges(userId, device._id, latest)) })),
  )
  return {
    held,
    devices,
    moments: { ...clock, today: `${clock.now.slice(0, 10)}T00:00` },
    // Of a preset, without JavaScript.
    chosen: { device: query.get('device'), since: wallClock('since').safeParse(query.get('since')).data },
  }
}

export async function action(call: ActionFunctionArgs) {
  const user = await requireUser(call)
  return deviceListAction(call, user, await readFormFields(call.request))
}

/** Phones and other programs that sync, with what they did. */
export default function Devices() {
  const { held, devices, moments, chosen } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { open, ...confirmation } = useConfirmation(
    devices.map(({ device }) => device),
    'revoke-device',
  )
  const opened = answer?.msg ? answer : chosen
  const nameOf = (id: string) => devices.find(({ device }) => device._id === id)?.device.name ?? ''
  return (
    <AccountTab
      title="Devices"
      help={
        <>
          Phones and programs that sync your contacts and calendar, and what they changed.{' '}
          {devices.length > 0 && <Link to={phonesPath}>Connect another</Link>}
        </>
      }
      actionData={answer?.msg ? { msg: answer.msg } : undefined}
    >
      {answer?.takenBack && <TakenBack name={nameOf(answer.device)} {...answer.takenBack} />}
      {held.map((deletions) => (
        <HeldSection key={deletions.device._id} {...deletions} />
      ))}
      {devices.length === 0 && (
        <EmptyState
          icon={<DashboardIcon name="phone" />}
          sentence="No device is connected. Have your buds and events on your phone, and see here what it changes."
          link={{ label: 'Connect a device', to: phonesPath, isMain: true }}
        />
      )}
      <form id="revoke-device" hidden />
      {devices.map(({ device, changes, totalChanges }) => (
        <DeviceCard
          key={device._id}
          device={device}
          changes={changes}
          totalChanges={totalChanges}
          onRevoke={open}
          takeBack={{
            moments,
            ...(opened.device === device._id && { since: opened.since, error: answer?.msg }),
          }}
        />
      ))}
      <RevokeDialog action={devicesPath} {...confirmation} />
    </AccountTab>
  )
}

export function ErrorBoundary() {
  return <ListFailure title="Devices" msg="Failed to fetch devices" retry={devicesPath} />
}
