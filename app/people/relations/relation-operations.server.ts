import { z } from 'zod'
import { day, id, message, type Operations, written } from '~/base/http/operation.server'
import { person } from '~/people/buds/bud-responses.server'
import { derivedKinds, relationKinds } from './relation'
import { relationChange, relationInput } from './relation-input.server'

const access = 'token'

export const relation = z
  .object({
    _id: id,
    kind: z.enum(relationKinds),
    label: z.string(),
    bud: person,
    note: z.string(),
    since: day.nullable(),
    until: day.nullable(),
  })
  .meta({ id: 'Relation' })

export const derivedRelation = z
  .object({ kind: z.enum(derivedKinds), bud: person, via: z.array(person) })
  .meta({ id: 'DerivedRelation' })

export const relationOperations = {
  'GET /buds/{id}/relations': {
    operationId: 'listRelations',
    summary: 'List the relations of a bud',
    access,
    response: z.object({ relations: z.array(relation), derived: z.array(derivedRelation) }),
  },
  'POST /buds/{id}/relations': {
    operationId: 'createRelation',
    summary: 'Relate a bud to another',
    access,
    body: relationInput,
    status: 201,
    response: written({ relation }),
    errors: [409],
  },
  'PATCH /relations/{id}': {
    operationId: 'updateRelation',
    summary: 'Edit a relation',
    access,
    body: relationChange,
    response: written({ relation }),
    errors: [409],
    ifMatch: true,
  },
  'DELETE /relations/{id}': {
    operationId: 'deleteRelation',
    summary: 'Delete a relation',
    access,
    response: message,
    ifMatch: true,
  },
} satisfies Operations
