import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { v7 as uuid } from 'uuid'
import { kinds, post } from './mixed-kinds.mjs'
import { createValue, hasFields } from './mixed-model.mjs'
import { createClient, formOf, newPerson, pick, resetToken, sleep, times } from './support.mjs'

const maxRecords = 20
const changesApi = '/api/v1/changes'

/**
 * A client that acts as `owner`. It writes records whose names contain its tag, and compares every response with what it
 * has written. No response may contain data of another owner.
 */
export function createCaller({ owner, index, context }) {
  const tag = `${owner.mark}c${index}`
  const day = `2026-0${index + 1}-${String(10 + (owner.number % 18)).padStart(2, '0')}`
  const records = []
  const gone = []
  /** Ids of change sets. */
  const changes = []
  let client = createClient()
  let friends = []
  let written = 0

  /**
   * Sends a request and returns the response if its status is expected, or undefined when the app reports an outage.
   * Other responses count as faults.
   */
  async function call(method, path, { expect = [200], by = client, isShared = false, ...options } = {}) {
    const response = await by.send(method, path, { ...options, url: context.url() })
    context.count(method, path, response)
    const { status, text } = response
    const request = `${tag}: ${method} ${path.slice(0, 120)} → ${status}`
    if (!isShared) {
      const others = [...text.matchAll(/mark(\d\d)x/gi)].filter(
        ([, number]) => Number(number) !== owner.number,
      )
      if (others.length > 0) context.wrong("another owner's data", `${request}: ${others[0][0]}`)
    }
    if (context.isUnavailable(status)) return undefined
    if (expect.includes(status)) return response
    context.wrong('unexpected status', `${request} ${text.replace(/\s+/g, ' ').slice(0, 160)}`)
    return undefined
  }

  const mismatch = (what, details) =>
    context.wrong('differs from what was written', `${tag}: ${what}: ${details}`)

  function compare(what, row, fields, options) {
    if (!row || !hasFields(row, fields, options)) mismatch(what, differences(row, fields))
  }

  // ---- Records ----

  /** A sent record. It has an `id` when it was acknowledged or when its form generated the id. */
  function remember(kind, name, stored, id) {
    const record = { kind, name, id, value: createValue(stored) }
    records.push(record)
    return record
  }

  /** Names of posts have no mark of the owner, because every owner sees them. */
  const prefixOf = (kind) => (kind === post ? `Post ${index}` : tag)
  const countOf = ({ one }) => owner.counts[one]
  const certainRecords = (kind) => records.filter((one) => one.kind === kind && one.id && one.value.isKnown)
  const own = (kind) => records.filter((one) => one.kind === kind)

  function newFields(kind) {
    written += 1
    const name = `${prefixOf(kind)} r${String(written).padStart(5, '0')}`
    const type = kind.types && pick(kind.types)
    return kind.fields(
      name,
      type,
      friends.filter(() => Math.random() < 0.6),
      day,
    )
  }

  async function create(kind) {
    if (own(kind).length >= maxRecords) return removeOne(kind)
    const fields = newFields(kind)
    const stored = kind.stored(fields, friends)
    countOf(kind)?.add(0, 1)
    const response = await call('POST', kind.api, { body: fields, expect: [201] })
    const record = remember(kind, fields[kind.name], stored, response?.json?.[kind.one]?._id)
    if (!response) return record.value.doubt(null)
    countOf(kind)?.add(1, 0)
    compare(`a new ${kind.one}`, response.json[kind.one], stored)
  }

  /** Sends the form again with the same id until it gets a response. One record results. */
  async function createByForm(kind) {
    if (own(kind).length >= maxRecords) return removeOne(kind)
    const fields = newFields(kind)
    const id = uuid()
    countOf(kind).add(0, 1)
    const record = remember(kind, fields[kind.name], kind.stored(fields, friends), id)
    record.value.doubt(null)
    const body = formOf({ ...kind.form(fields), _id: id })
    await retry(() => save(`/dashboard/Add${kind.noun}`, body, kind.saved))
    countOf(kind).add(1, 0)
    record.value.set(kind.stored(fields, friends))
  }

  /** Posts a form. A 503 returns the form with its input; only a success redirects. */
  async function save(path, body, next) {
    const response = await call('POST', path, { body, expect: [302] })
    if (!response) return false
    checkRedirect(response, next)
    const toast = toastOf(response)
    if (toast !== 'success')
      mismatch(`a form sent to ${path} was not saved`, `redirect to ${next}, toast: ${toast}`)
    return toast === 'success'
  }

  function checkRedirect(response, path) {
    const location = response.headers.get('location')
    if (location !== path) mismatch(`a saved form does not redirect to ${path}`, location)
  }

  async function change(kind) {
    const record = pick(certainRecords(kind))
    if (!record) return
    const stored = record.value.now
    const text = `changed ${randomBytes(4).toString('hex')}`
    const changed = { ...stored, [kind.note]: text }
    const headers = record.etag && Math.random() < 0.5 ? { 'If-Match': record.etag } : {}
    record.etag = undefined
    const response = await call('PATCH', `${kind.api}/${record.id}`, { body: { [kind.note]: text }, headers })
    if (!response) return record.value.doubt(changed)
    record.value.set(changed)
    record.etag = response.headers.get('etag')
    compare(`a changed ${kind.one}`, response.json[kind.one], changed)
  }

  async function changeByForm(kind) {
    const record = pick(certainRecords(kind))
    if (!record) return
    const fields = asSent(record.value.now)
    fields[kind.note] = `by form ${randomBytes(4).toString('hex')}`
    const changed = kind.stored(fields, friends)
    record.etag = undefined
    const body = formOf(kind.form(fields))
    if (await save(`/dashboard/Edit${kind.noun}/${record.id}`, body, kind.saved)) record.value.set(changed)
    else record.value.doubt(changed)
  }

  async function removeOne(kind) {
    const record = pick(certainRecords(kind))
    if (!record) return
    countOf(kind)?.add(-1, 0)
    const isByForm = kind.noun && Math.random() < 0.3
    const isDone = isByForm ? await removeByForm(record) : await removeByApi(record)
    if (!isDone) return record.value.doubt(null)
    countOf(kind)?.add(0, -1)
    records.splice(records.indexOf(record), 1)
    gone.push(record)
  }

  const removeByApi = ({ kind, id }) => call('DELETE', `${kind.api}/${id}`)

  /** The screen always redirects to the list; its message says whether the record was deleted. */
  async function removeByForm({ kind, id }) {
    const response = await call('POST', `/dashboard/Delete${kind.noun}/${id}`, { expect: [302] })
    if (response) checkRedirect(response, kind.saved)
    return response && toastOf(response) === 'success'
  }

  async function read(kind) {
    const record = pick(own(kind).filter(({ id }) => id))
    if (!record) return
    const etag = record.value.isKnown && Math.random() < 0.3 ? record.etag : undefined
    const response = await call('GET', `${kind.api}/${record.id}`, {
      headers: etag ? { 'If-None-Match': etag } : {},
      expect: [200, 304, 404],
    })
    if (!response || (etag && response.status === 304)) return
    if (!checkRead(record, response)) mismatch(`a ${kind.one} that was read`, describeRead(record, response))
    else if (record.value.isKnown) record.etag = response.headers.get('etag')
  }

  /** Compares a response with the record. Also settles a write whose outcome was unknown. */
  function checkRead(record, { status, json }) {
    const { kind, value } = record
    const wasDoubtful = value.possible.includes(null)
    const isRight = value.accepts((stored) =>
      stored === null ? status === 404 : status === 200 && hasFields(json[kind.one], stored),
    )
    if (wasDoubtful && value.isKnown) settle(record)
    return isRight
  }

  /** Corrects the count and the list of records when the outcome of a write is found out. */
  function settle(record) {
    const counted = countOf(record.kind)
    if (record.value.now !== null) return counted?.add(1, 0)
    counted?.add(0, -1)
    records.splice(records.indexOf(record), 1)
  }

  async function readGone(kind) {
    const record = pick(gone.filter((one) => one.kind === kind))
    if (record) await call('GET', `${kind.api}/${record.id}`, { expect: [404] })
  }

  /** Checks that another owner's record is a 404. */
  async function readForeign(kind) {
    const id = context.idOfAnother(owner, kind)
    if (!id) return
    await call('GET', `${kind.api}/${id}`, { expect: [404] })
    const response = await call('GET', `/dashboard/Edit${kind.noun}/${id}`, { expect: [302] })
    if (response) checkRedirect(response, kind.saved)
  }

  async function sendInvalid(kind) {
    await call('POST', kind.api, { body: { [kind.name]: ' ' }, expect: [400] })
    await call('POST', `/dashboard/Add${kind.noun}`, { body: formOf({ [kind.name]: ' ' }), expect: [400] })
  }

  // ---- Photos ----

  async function changePhoto() {
    const record = pick(certainRecords(kinds.bud))
    if (!record) return
    const path = `${kinds.bud.api}/${record.id}/photo`
    const picture = Math.random() < 0.7 ? pick(context.pictures) : undefined
    const photo = picture ? `/photos/${record.id}/${hashOf(picture)}` : null
    const changed = { ...record.value.now, photo }
    record.etag = undefined
    const response = await (picture ? call('PUT', path, { body: picture.bytes }) : call('DELETE', path))
    if (!response) return record.value.doubt(changed)
    record.value.set(changed)
    compare('a bud with another photo', response.json.bud, changed)
    if (photo) await readPhoto(photo)
  }

  /** Also checks that the photo of another owner's bud is a 404. */
  async function readPhoto(path) {
    const response = await call('GET', path)
    if (response && response.headers.get('content-type') !== 'image/webp') mismatch('photo', 'no picture')
    const id = context.idOfAnother(owner, kinds.bud)
    if (!id) return
    for (const picture of context.pictures)
      await call('GET', `/photos/${id}/${hashOf(picture)}`, { expect: [404] })
    const options = { expect: [404], body: context.pictures[0].bytes }
    await call('PUT', `${kinds.bud.api}/${id}/photo`, options)
  }

  const hashOf = (picture) => picture.path.split('/').at(-1)

  // ---- The change history ----

  /** The newest change set of a record. Undefined while the app reports an outage. */
  async function newestChange({ kind, id, name }, expected, query = '') {
    const path = `${changesApi}?of=${id}&limit=1${query}`
    const response = await call('GET', path)
    const change = response?.json.changes[0]
    if (response && change?.kind !== expected)
      mismatch(path, `${change?.title}, not a ${expected} of ${name}`)
    if (change) changes.push(change._id)
    const details = change && (await call('GET', `${changesApi}/${change._id}`))
    if (details && details.json.change.records[0]?._id !== id)
      mismatch(`a change of a ${kind.one}`, details.text)
    return change
  }

  /** Takes back the newest change, with the API or the form. */
  async function undo({ _id }) {
    const screen = `/dashboard/history/${_id}`
    if (Math.random() < 0.3) return save(screen, formOf({ intent: 'undo' }), '/dashboard/history')
    const response = await call('POST', `${changesApi}/${_id}/undo`)
    if (response && response.json.kept.length > 0) mismatch('an undone change', response.text)
    return response
  }

  async function changeAndUndo(kind) {
    const record = pick(certainRecords(kind))
    if (!record) return
    const before = record.value.now
    const changed = { ...before, [kind.note]: `to undo ${randomBytes(4).toString('hex')}` }
    record.etag = undefined
    const body = { [kind.note]: changed[kind.note] }
    if (!(await call('PATCH', `${kind.api}/${record.id}`, { body }))) return record.value.doubt(changed)
    record.value.set(changed)
    const change = await newestChange(record, 'update')
    if (!change) return
    if (await undo(change)) record.value.set(before)
    else record.value.doubt(before)
  }

  async function removeAndRestore(kind) {
    const record = pick(certainRecords(kind))
    if (!record) return
    const stored = record.value.now
    record.etag = undefined
    countOf(kind).add(-1, 0)
    if (!(await removeByApi(record))) return record.value.doubt(null)
    const change = await newestChange(record, 'delete', '&type=deleted')
    if (change && (await undo(change))) return countOf(kind).add(1, 0)
    if (change) return record.value.doubt(null)
    countOf(kind).add(0, -1)
    record.value.set(stored)
    records.splice(records.indexOf(record), 1)
    gone.push(record)
  }

  /** Erases a deletion. Nothing of the record is left in the history. */
  async function eraseOne(kind) {
    const record = gone.findLast((one) => one.kind === kind && !one.isErased)
    if (!record) return
    const change = await newestChange(record, 'delete', '&type=deleted')
    if (!change) return
    record.isErased = true
    if (!(await call('DELETE', `${changesApi}/${change._id}`))) return
    await call('GET', `${changesApi}/${change._id}`, { expect: [404] })
    const response = await call('GET', `${changesApi}?of=${record.id}`)
    if (response && response.json.totalChanges > 0) mismatch('an erased record', response.text)
  }

  async function historyScreens() {
    const list = await call('GET', `/dashboard/history${pick(['', '.data'])}${pick(['', '?type=deleted'])}`)
    if (list && !list.text.includes(owner.mark)) mismatch('the history', 'without its owner')
    const id = changes.at(-1)
    // A change set that was erased redirects to the list.
    if (id) await call('GET', `/dashboard/history/${id}`, { expect: [200, 302] })
    const foreign = context.changeOfAnother(owner)
    if (!foreign) return
    await call('GET', `${changesApi}/${foreign}`, { expect: [404] })
    await call('POST', `${changesApi}/${foreign}/undo`, { expect: [404] })
    await call('DELETE', `${changesApi}/${foreign}`, { expect: [404] })
    await call('GET', `/dashboard/history/${foreign}`, { expect: [302] })
  }

  // ---- Lists ----

  /** Checks that a search for the tag finds exactly the records of this caller. */
  async function search(kind) {
    const path = `${kind.api}?search=${tag}&limit=100&sort=${pick(['newestFirst', 'oldestFirst', 'A-Z', 'Z-A'])}`
    const missing = withoutId(kind)
    const response = await call('GET', path)
    if (!response) return
    const rows = rowsOf(kind, response)
    checkOwn(kind, rows, response.json[kind.total], path)
    identify(missing, rows)
  }

  const withoutId = (kind) => own(kind).filter(({ id, value }) => !id && value.isSettled)

  /** If the creation of a record got no response, looks for the record by its name: it may not exist. */
  function identify(missing, rows) {
    for (const record of missing) {
      record.id = rows.find((row) => row[record.kind.name] === record.name)?._id
      if (record.id) continue
      record.value.set(null)
      settle(record)
    }
  }

  /** Checks that quick find has the best matches of this caller. */
  async function find() {
    const path = `/api/v1/find?q=${tag}`
    const response = await call('GET', path)
    for (const kind of response ? Object.values(kinds) : []) {
      const rows = rowsOf(kind, response)
      const others = kind === kinds.bud ? friends.length : 0
      const certain = own(kind).filter(({ value }) => !value.possible.includes(null))
      const [least, most] = [certain, own(kind)].map(({ length }) => Math.min(length + others, 8))
      if (rows.length < least || rows.length > most)
        mismatch(path, `${rows.length} ${kind.one}s, written ${least} to ${most}`)
      if (!rows.every((row) => row[kind.name].startsWith(tag))) mismatch(path, 'without the tag')
    }
    const screen = await call('GET', `/dashboard/Find${pick(['', '.data'])}?q=${tag}`)
    if (screen && !screen.text.includes(`${tag} friend`)) mismatch('/dashboard/Find', 'without a friend')
  }

  async function range(kind = kinds.event) {
    const next = day.replace(/\d\d$/, (date) => String(Number(date) + 1))
    const path = `${kind.api}?from=${day}T00:00&to=${next}T00:00`
    const response = await call('GET', path)
    if (response) checkOwn(kind, rowsOf(kind, response), response.json[kind.total], path)
  }

  function checkOwn(kind, rows, total, what) {
    const expected = own(kind)
    const certain = expected.filter(({ value }) => !value.possible.includes(null))
    const others = kind === kinds.bud ? friends.length : 0
    if (total < certain.length + others || total > expected.length + others || rows.length !== total) {
      mismatch(
        what,
        `${rows.length} rows, total ${total}, written ${certain.length + others} to ${expected.length + others}`,
      )
    }
    for (const record of certain)
      if (!rows.some((row) => isOf(record, row))) mismatch(what, `without ${record.name}`)
    checkRows(kind, rows, what)
  }

  const isOf = ({ kind, id, name }, row) => (id ? row._id === id : row[kind.name] === name)

  /** Checks that the rows of this caller equal what was written, without deleted records. */
  function checkRows(kind, rows, what) {
    if (new Set(rows.map(({ _id }) => _id)).size !== rows.length) mismatch(what, 'duplicate record')
    for (const row of rows) {
      if (!String(row[kind.name]).startsWith(prefixOf(kind))) continue
      if (friends.some(({ _id }) => _id === row._id)) continue
      const record = records.find((one) => one.kind === kind && isOf(one, row))
      if (!record) mismatch(what, `${row[kind.name]} is gone or was never written`)
      else if (
        !record.value.possible.some((stored) => stored && hasFields(row, stored, { isWhole: false }))
      ) {
        mismatch(what, `${differences(row, record.value.now)}; ${record.value.history}`)
      }
    }
  }

  async function page(kind) {
    const sort = pick(kind.sorts)
    const type = pick(['all', ...kind.types])
    const limit = pick([5, 12, 100])
    const number = pick([1, 1, 2, 3])
    const path = `${kind.api}?sort=${sort}&${kind.type}=${type}&limit=${limit}&page=${number}`
    const { window, close } = countOf(kind).open()
    const response = await call('GET', path)
    close()
    if (!response) return
    const rows = rowsOf(kind, response)
    const total = response.json[kind.total]
    if (type === 'all' && (total < window.least || total > window.most)) {
      mismatch(path, `total ${total}, written ${window.least} to ${window.most}`)
    }
    const onPage = Math.max(0, Math.min(limit, total - (number - 1) * limit))
    if (rows.length !== onPage) mismatch(path, `${rows.length} rows of ${total}`)
    if (type !== 'all' && rows.some((row) => row[kind.type] !== type)) mismatch(path, 'wrong type')
    if (!isSorted(kind, rows, sort)) mismatch(path, 'wrong order')
    checkRows(kind, rows, path)
  }

  const rowsOf = (kind, { json }) => json?.[`${kind.one}s`] ?? []

  // ---- Screens ----

  async function listScreen(kind) {
    const { name } = certainRecords(kind).at(-1) ?? {}
    const areAllKnown = own(kind).every(({ value }) => value.isKnown)
    const suffix = pick(['', '.data'])
    const response = await call('GET', `${kind.screen}${suffix}?search=${tag}&sort=newestFirst`)
    if (!response) return
    if (!response.text.includes(owner.mark)) mismatch(`${kind.screen}${suffix}`, 'without its owner')
    if (name && areAllKnown && !response.text.includes(name))
      mismatch(`${kind.screen}${suffix}`, `without ${name}`)
  }

  async function editScreen(kind) {
    const record = pick(certainRecords(kind))
    if (!record) return
    const path = `/dashboard/Edit${kind.noun}/${record.id}${pick(['', '.data'])}`
    const response = await call('GET', path)
    if (response && !response.text.includes(record.name)) mismatch(path, `without ${record.name}`)
  }

  async function budScreen() {
    const record = pick(certainRecords(kinds.bud))
    if (!record) return
    const path = `/dashboard/Bud/${record.id}${pick(['', '.data'])}`
    const response = await call('GET', path)
    if (response && !response.text.includes(record.name)) mismatch(path, `without ${record.name}`)
    const id = context.idOfAnother(owner, kinds.bud)
    if (id) await call('GET', `/dashboard/Bud/${id}`, { expect: [302] })
  }

  async function otherScreen() {
    const nouns = Object.values(kinds).map(({ noun }) => noun)
    const forms = nouns.map((noun) => `Add${noun}`)
    const paths = [...forms, 'profile', 'subscription'].map((name) => `/dashboard/${name}`)
    const path = pick([...paths, '/dashboard/Calendar', `/dashboard/Calendar?view=day&date=${day}`])
    const response = await call('GET', path)
    if (response && !response.text.includes(owner.mark)) mismatch(path, 'without its owner')
    const event = certainRecords(kinds.event).find(({ value }) => value.now.startDate.startsWith(day))
    if (response && path.includes(day) && event && !response.text.includes(event.name)) {
      mismatch(path, `without ${event.name}`)
    }
    await call('GET', `/dashboard/Delete${pick(nouns)}/${uuid()}`, { expect: [302] })
  }

  // ---- The account ----

  /** Each client of an owner writes a different field of the profile. */
  const field = ['Location', 'Surname', 'Firstname'][index]
  const profile = createValue(owner.person[field] ?? '')
  const avatar = createValue(null)

  async function checkCurrentUser() {
    const response = await call('GET', '/api/v1/users/current-user')
    if (!response) return
    const { user } = response.json
    const { Email } = owner.person
    const Role = owner.isAdmin ? 'admin' : 'user'
    if (user.Email !== Email || user.Role !== Role || user._id !== (owner.id ?? user._id)) {
      mismatch('current user', JSON.stringify(user))
    }
    owner.id ??= user._id
    if (!profile.accepts((value) => user[field] === value)) {
      mismatch('current user', `${field} ${user[field]}, written ${profile.possible.join(' or ')}`)
    }
    if (index === 0 && !avatar.accepts((value) => user.avatar === value)) mismatch('avatar', user.avatar)
    return user
  }

  async function changeProfile() {
    if (!profile.isKnown) return checkCurrentUser()
    const value = `${owner.mark} ${randomBytes(3).toString('hex')}`
    if (Math.random() < 0.5) {
      const response = await call('PATCH', '/api/v1/users/update-user', { body: { [field]: value } })
      return response ? profile.set(value) : profile.doubt(value)
    }
    const body = formOf({ [field]: value })
    return (await save('/dashboard/profile', body, '/dashboard/profile'))
      ? profile.set(value)
      : profile.doubt(value)
  }

  async function changeAvatar() {
    if (index !== 0 || !avatar.isKnown) return readAvatar()
    const body = new FormData()
    const picture = pick(context.pictures)
    body.append('avatar', new Blob([picture.bytes], { type: 'image/png' }), 'me.png')
    const response = await call('PATCH', '/api/v1/users/update-user', { body })
    if (!response) return avatar.doubt(picture.path)
    avatar.set(response.json.user.avatar)
    if (picture.path !== response.json.user.avatar) mismatch('avatar', response.json.user.avatar)
  }

  async function readAvatar() {
    const path = index === 0 && avatar.isKnown ? avatar.now : undefined
    const response = path && (await call('GET', path))
    if (response && response.headers.get('content-type') !== 'image/webp') mismatch('avatar', 'no picture')
  }

  /** Signs out, checks that private URLs are refused, and signs in again. */
  async function signOutAndIn() {
    const way = pick(['GET', 'POST', 'form'])
    const before = createClient()
    for (const [name, value] of client.cookies) before.cookies.set(name, value)
    const ended =
      way === 'form'
        ? await call('POST', '/logout', { expect: [302] })
        : await call(way, '/api/v1/auth/logout')
    if (ended) await call('GET', '/api/v1/buds', { by: before, expect: [401] })
    await signIn()
  }

  async function signIn() {
    client = createClient()
    const { Email, Password } = owner.person
    await retry(() => call('POST', '/api/v1/auth/login', { body: { Email, Password } }))
  }

  async function subscription() {
    const response = await call('GET', '/api/v1/subscriptions/status')
    const status = response?.json.subscription?.status ?? null
    if (response && status !== (owner.isAdmin ? null : 'trialing')) mismatch('subscription', response.text)
    // Without Stripe keys there is no checkout and nothing to cancel.
    const expect = owner.isAdmin ? [400] : [409]
    await call('POST', '/api/v1/subscriptions/create-checkout-session', { expect: [400] })
    await call('POST', '/api/v1/subscriptions/cancel', { expect })
    await call('POST', '/api/v1/subscriptions/resume', { expect })
    await call('POST', '/dashboard/subscription', { body: formOf({ intent: 'cancel' }), expect: [302] })
  }

  // ---- Without a session ----

  async function visit() {
    const by = createClient()
    const setting = await call('GET', '/api/v1/settings/registration', { by })
    if (setting && !isDeepStrictEqual(setting.json, { requireAccessCode: true })) {
      mismatch('settings/registration', setting.text)
    }
    await call('POST', '/api/v1/auth/register', { by, body: newPerson(), expect: [400] })
    await call('POST', '/api/v1/auth/login', { by, body: newPerson(), expect: [401] })
    await call('GET', '/api/v1/nothing-here', { by, expect: [404] })
    await call('GET', pick(['/api/v1/circles', '/api/v1/users/current-user']), { by, expect: [401] })
    await call('GET', '/dashboard', { by, expect: [302] })
    const posts = await call('GET', '/api/v1/blog?search=Post', { by })
    const slug = pick(posts?.json?.posts ?? [])?.slug
    const article = slug && (await call('GET', `/api/v1/blog/${slug}`, { by, expect: [200, 404] }))
    if (article?.status === 200 && article.json.post.slug !== slug) mismatch('a post', article.json.post.slug)
    const tags = await call('GET', '/api/v1/blog/tags', { by })
    if (tags && !Array.isArray(tags.json?.tags)) mismatch('tags', tags.text)
    if (!(await call('POST', '/api/v1/auth/demo', { by }))) return
    const demo = await call('GET', '/api/v1/users/current-user', { by })
    if (demo && demo.json.user.Role !== 'user') mismatch('the demo account', demo.text)
    await call('GET', '/api/v1/buds', { by })
    await call('PATCH', '/api/v1/users/update-user', { by, body: { Location: 'Bath' }, expect: [403] })
  }

  /** Registers with an access code, signs in and resets the password. The code must work only once. */
  async function runNewAccount() {
    const accessCode = context.codes.pop()
    if (!accessCode) return
    const by = createClient()
    const person = newPerson()
    const { Email, Password } = person
    const made = await call('POST', '/api/v1/auth/register', {
      by,
      body: { ...person, accessCode },
      expect: [201],
    })
    if (!made) return
    await call('POST', '/api/v1/auth/register', { by, body: { ...newPerson(), accessCode }, expect: [400] })
    if (!(await call('POST', '/api/v1/auth/login', { by, body: { Email, Password } }))) return
    const me = await call('GET', '/api/v1/users/current-user', { by })
    if (me && me.json.user.Email !== Email) mismatch('a new account', me.text)
    if (me) context.others.push(me.json.user._id)
    if (!(await call('POST', '/api/v1/auth/forgot-password', { by, body: { Email } }))) return
    const token = (await resetToken(context.dataDir, Email, 3_000)) ?? 'no-such-token'
    const password = 'five green leaves 9'
    const reset = await call('POST', `/api/v1/auth/reset-password/${token}`, {
      by,
      body: { password, confirmPassword: password },
      expect: token === 'no-such-token' ? [400] : [200],
    })
    if (reset?.status !== 200) return
    await call('GET', '/api/v1/users/current-user', { by, expect: [401] })
    await call('POST', '/api/v1/auth/login', { by, body: { Email, Password }, expect: [401] })
    await call('POST', '/api/v1/auth/login', { by, body: { Email, Password: password } })
  }

  // ---- Admins ----

  async function administer() {
    const made = await call('POST', '/api/v1/admin/access-codes', { expect: [201] })
    const code = made?.json.code
    if (code) {
      const codes = await call('GET', `/api/v1/admin/access-codes?search=${code}`, { isShared: true })
      if (codes && codes.json.codes[0]?.code !== code) mismatch('access codes', codes.text)
      context.codes.push(code)
    }
    await call('GET', '/api/v1/admin/access-codes?limit=100', { isShared: true })
    for (const [method, body] of [['GET'], ['PATCH', { requireAccessCode: true }]]) {
      const setting = await call(method, '/api/v1/admin/settings', { body })
      if (setting && setting.json.requireAccessCode !== true) mismatch('settings', setting.text)
    }
    const users = await call('GET', '/api/v1/admin/users?search=mark', { isShared: true })
    if (users && users.json.totalUsers !== context.owners)
      mismatch('users', `${users.json.totalUsers} of them`)
    const screen = `/dashboard/Admin?tab=${pick(['access-codes', 'users', 'settings'])}`
    await call('GET', screen, { isShared: true })
    const intents = [
      { intent: 'generate', _id: uuid() },
      { intent: 'settings', requireAccessCode: 'true' },
    ]
    await call('POST', '/dashboard/Admin', { body: formOf(pick(intents)), expect: [302] })
    await toggle()
  }

  /** Each account is toggled by only one caller. */
  const toggled = createValue(false)
  let target
  async function toggle() {
    target ??= context.others.pop()
    if (!target) return
    const path = `/api/v1/admin/users/${target}/toggle-test`
    const response = await call('PATCH', path)
    if (!response) {
      target = undefined
      return toggled.set(false)
    }
    if (response.json.user.isTestAccount !== !toggled.now) mismatch('a toggled account', response.text)
    toggled.set(!toggled.now)
  }

  async function publish() {
    for (const act of [create, change, read, readGone]) await act(post)
    if (Math.random() < 0.5) await removeOne(post)
    const missing = withoutId(post)
    const all = await call('GET', `${post.all}?limit=100`)
    if (all) checkRows(post, all.json.posts, post.all)
    if (all) identify(missing, all.json.posts)
    await call('GET', pick(['/dashboard/blog', '/dashboard/blog/new']))
    const record = pick(certainRecords(post))
    if (!record) return
    const screen = await call('GET', `/dashboard/blog/edit/${record.id}`)
    if (screen && !screen.text.includes(record.name))
      mismatch('the editor of a post', `without ${record.name}`)
    const { published, tags, ...fields } = record.value.now
    const changed = { ...record.value.now, excerpt: `by form ${randomBytes(3).toString('hex')}` }
    const body = formOf({
      ...fields,
      excerpt: changed.excerpt,
      tags: tags.join(','),
      published: String(published),
    })
    record.etag = undefined
    const isSaved = await save(`/dashboard/blog/edit/${record.id}`, body, '/dashboard/blog')
    isSaved ? record.value.set(changed) : record.value.doubt(changed)
  }

  /** Creates a post with the form and deletes it with the button of the list. */
  async function publishByForm() {
    const id = uuid()
    const form = { ...post.fields('By form'), _id: id, published: 'false' }
    const isMade = await save('/dashboard/blog/new', formOf(form), '/dashboard/blog')
    const body = formOf({ _id: id, intent: 'delete' })
    if (isMade) await call('POST', '/dashboard/blog', { body, expect: [302] })
  }

  // ---- All actions ----

  const anyKind = (act) => () => act(pick(Object.values(kinds)))
  const acts = [
    [10, anyKind(create)],
    [5, anyKind(createByForm)],
    [8, anyKind(change)],
    [4, anyKind(changeByForm)],
    [4, anyKind(removeOne)],
    [10, anyKind(read)],
    [3, anyKind(readGone)],
    [3, anyKind(readForeign)],
    [2, anyKind(sendInvalid)],
    [12, anyKind(search)],
    [14, anyKind(page)],
    [4, find],
    [4, () => range()],
    [6, anyKind(listScreen)],
    [4, anyKind(editScreen)],
    [4, budScreen],
    [4, changePhoto],
    [4, anyKind(changeAndUndo)],
    [3, anyKind(removeAndRestore)],
    [2, anyKind(eraseOne)],
    [3, historyScreens],
    [4, otherScreen],
    [10, checkCurrentUser],
    [3, changeProfile],
    [2, changeAvatar],
    [2, readAvatar],
    [2, signOutAndIn],
    [2, subscription],
    [3, visit],
    [2, runNewAccount],
    ...(owner.isAdmin
      ? [
          [15, administer],
          [15, publish],
          [3, publishByForm],
        ]
      : []),
  ]
  const weighted = acts.flatMap(([weight, act]) => times(weight, () => act))

  return {
    tag,
    records,
    changes,
    signIn,
    /** Buds that are never changed, for circles and events. */
    async makeFriends() {
      for (let n = 0; n < 4; n++) {
        const body = { Firstname: `${tag} friend ${n}`, Surname: 'Stays' }
        const { json } = await call('POST', kinds.bud.api, { body, expect: [201] })
        const { _id, Firstname, Surname } = json.bud
        friends = [...friends, { _id, Firstname, Surname }]
        owner.counts.bud.add(1, 1)
      }
    },
    act: () => pick(weighted)(),
    /** Runs all actions in turn. */
    async rehearse() {
      for (const [, act] of acts) await act()
    },
    /** Reads all records; counts those that are lost, duplicated, changed, or back after their deletion. */
    async readBack() {
      await signIn()
      const found = { lost: 0, duplicated: 0, different: 0, undone: 0 }
      await retry(() => checkCurrentUser())
      for (const kind of [...Object.values(kinds), ...(owner.isAdmin ? [post] : [])]) {
        const path = kind === post ? `${post.all}?limit=100` : `${kind.api}?search=${tag}&limit=100`
        const response = await retry(() => call('GET', path))
        const isFriend = ({ _id }) => friends.some((friend) => friend._id === _id)
        const isOwn = (row) => row[kind.name].startsWith(prefixOf(kind)) && !isFriend(row)
        const rows = rowsOf(kind, response).filter(isOwn)
        for (const record of own(kind)) {
          const same = rows.filter((row) => row[kind.name] === record.name)
          const { possible } = record.value
          if (same.length > 1) found.duplicated += 1
          if (same.length === 0 && !possible.includes(null)) found.lost += 1
          for (const row of same) {
            const whole = await retry(() => call('GET', `${kind.api}/${row._id}`))
            if (!possible.some((stored) => stored && hasFields(whole.json[kind.one], stored))) {
              found.different += 1
              mismatch(
                'read back',
                `${differences(whole.json[kind.one], possible[0])}; ${record.value.history}`,
              )
            }
          }
        }
        const names = new Set(own(kind).map(({ name }) => name))
        found.undone += rows.filter((row) => !names.has(row[kind.name])).length
      }
      return found
    },
  }

  /** Retries during outages. */
  async function retry(work) {
    for (let n = 0; n < 200 && context.isAlive(); n++) {
      const response = await work()
      if (response) return response
      await sleep(200)
    }
    throw new Error('The app does not respond')
  }
}

/** A stored record as its form sends it. */
function asSent({ buds, milestones, ...fields }) {
  return {
    ...fields,
    ...(buds && { selectedBuds: buds.map(({ _id }) => _id) }),
    ...(milestones && { milestones: milestones.map(({ id: _, ...milestone }) => milestone) }),
  }
}

function isSorted(kind, rows, sort) {
  const keys = {
    newestFirst: ({ createdAt }) => -Date.parse(createdAt),
    oldestFirst: ({ createdAt }) => Date.parse(createdAt),
    latestFirst: ({ startDate }) => -Date.parse(startDate),
  }
  if (sort.endsWith('Type') || sort === 'soonestFirst') return true
  if (keys[sort]) return isRising(rows.map(keys[sort]))
  const names = rows.map((row) => row[kind.name].toLowerCase())
  if (sort === 'A-Z') return isRising(names)
  if (sort === 'Z-A') return isRising(names.reverse())
  throw new Error(`No expected order of ${sort}`)
}

const isRising = (values) => values.every((value, n) => n === 0 || values[n - 1] <= value)

/** The type of the toast of a redirect, such as `success`. Undefined without a toast. */
function toastOf({ headers }) {
  const cookie = headers.getSetCookie().find((one) => /^(__Host-)?toast=/.test(one)) ?? ''
  const value = decodeURIComponent(cookie.split(';')[0].replace(/^[^=]*=/, '')).split('.')[0]
  return /"type":"(\w+)"/.exec(Buffer.from(value, 'base64').toString())?.[1]
}

function differences(row, fields) {
  if (!row) return 'nothing'
  const names = Object.keys(fields).filter((name) => !isDeepStrictEqual(row[name], fields[name]))
  const short = (value) => JSON.stringify(value)?.slice(0, 80)
  return names.map((name) => `${name} ${short(row[name])}, written ${short(fields[name])}`).join('; ')
}

function describeRead({ name, value }, { status, json }) {
  const [row] = Object.values(json ?? {})
  return `${name} ${status} ${value.possible.map((one) => (one ? differences(row, one) : 'none')).join(' | or ')}`
}
