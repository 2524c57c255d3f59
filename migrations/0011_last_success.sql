-- When a job last ended well is asked at every scrape of its metrics.

SET LOCAL ROLE compactor_owner;
SET LOCAL search_path = compactor, pg_temp;

CREATE INDEX runs_succeeded ON compactor.runs (job, finished_at) WHERE state = 'finished';
