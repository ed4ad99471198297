import { z } from 'zod'
import { id, instant, message, type Operations, pageOf, written } from '~/base/http/operation.server'
import { budName, cadence, listedBuds } from '~/people/buds/bud-responses.server'
import { circletypes } from './circle'
import { circleChange, circleInput } from './circle-input.server'
import { circleSearch } from './circles.server'
import { circlesOfBud } from './circles-of-bud.server'

const access = 'token'

export const milestone = z
  .object({
    id: z.int().min(1),
    date: z.string().meta({ pattern: '^(\\d{4}-\\d{2}-\\d{2})?$' }),
    description: z.string(),
  })
  .meta({ id: 'Milestone' })

export const circle = z
  .object({
    _id: id,
    Name: z.string(),
    Shortname: z.string(),
    Description: z.string(),
    Location: z.string(),
    Circletype: z.enum(circletypes),
    cadenceDays: cadence,
    milestones: z.array(milestone),
    buds: z.array(budName),
    createdAt: instant,
  })
  .meta({ id: 'Circle' })

const listedCircle = circle.extend(listedBuds).meta({ id: 'ListedCircle' })

export const circleOperations = {
  'GET /circles': {
    operationId: 'listCircles',
    summary: 'List circles',
    access,
    query: circleSearch.strict,
    response: pageOf({ circles: z.array(listedCircle) }, 'totalCircles'),
  },
  'POST /circles': {
    operationId: 'createCircle',
    summary: 'Add a circle',
    access,
    body: circleInput,
    status: 201,
    response: written({ circle }),
  },
  'GET /circles/{id}': {
    operationId: 'getCircle',
    summary: 'Read a circle',
    access,
    response: z.object({ circle }),
  },
  'PATCH /circles/{id}': {
    operationId: 'updateCircle',
    summary: 'Edit a circle',
    access,
    body: circleChange,
    response: written({ circle }),
    ifMatch: true,
  },
  'DELETE /circles/{id}': {
    operationId: 'deleteCircle',
    summary: 'Delete a circle',
    access,
    response: message,
    ifMatch: true,
  },
  'PATCH /buds/{id}/circles': {
    operationId: 'changeCirclesOfBud',
    summary: 'Add a bud to circles, or take it out',
    access,
    body: circlesOfBud,
    response: written({ circles: z.array(circle.pick({ _id: true, Name: true })) }),
  },
} satisfies Operations
