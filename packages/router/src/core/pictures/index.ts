export { getFromBucket, IN_BUCKET, putInBucket, removeBucketPictures, removeFromBucket } from "./bucket.ts";
