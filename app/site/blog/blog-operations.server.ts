import { z } from 'zod'
import { id, instant, message, type Operations, pageOf, written } from '~/base/http/operation.server'
import { blogSearch, postChange, postInput, postSearch } from './post-input.server'

const access = 'admin'

const listedPost = z
  .object({
    _id: id,
    slug: z.string(),
    title: z.string(),
    excerpt: z.string(),
    author: z.string(),
    tags: z.array(z.string()),
    featured: z.boolean(),
    published: z.boolean(),
    featuredImage: z.string(),
    readTime: z.int().min(1),
    createdAt: instant,
    publishedAt: instant.nullable(),
  })
  .meta({ id: 'ListedPost' })

const post = listedPost.extend({ content: z.string(), metaDescription: z.string() }).meta({ id: 'Post' })

export const blogOperations = {
  'GET /blog': {
    operationId: 'listPublishedPosts',
    summary: 'List published posts',
    access: 'shared',
    query: blogSearch.strict,
    response: pageOf({ posts: z.array(listedPost) }, 'totalPosts'),
  },
  'GET /blog/tags': {
    operationId: 'listTags',
    summary: 'List tags',
    access: 'shared',
    response: z.object({ tags: z.array(z.string()) }),
  },
  'GET /blog/{slug}': {
    operationId: 'getPublishedPost',
    summary: 'Read a published post',
    access: 'shared',
    response: z.object({ post, relatedPosts: z.array(listedPost) }),
  },
  'GET /blog/admin/all': {
    operationId: 'listPosts',
    summary: 'List all posts',
    access,
    query: postSearch.strict,
    response: pageOf({ posts: z.array(listedPost) }, 'totalPosts'),
  },
  'POST /blog/admin': {
    operationId: 'createPost',
    summary: 'Add a post',
    access,
    body: postInput,
    status: 201,
    response: written({ post }),
  },
  'GET /blog/admin/{id}': {
    operationId: 'getPost',
    summary: 'Read a post',
    access,
    response: z.object({ post }),
  },
  'PATCH /blog/admin/{id}': {
    operationId: 'updatePost',
    summary: 'Edit a post',
    access,
    body: postChange,
    response: written({ post }),
    ifMatch: true,
  },
  'DELETE /blog/admin/{id}': {
    operationId: 'deletePost',
    summary: 'Delete a post',
    access,
    response: message,
    ifMatch: true,
  },
} satisfies Operations
