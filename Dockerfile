# A crawler process; compose.yaml runs several of them on one Redis.
FROM python:3.12-slim AS build
RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends gcc libc6-dev && rm -rf /var/lib/apt/lists/*
WORKDIR /build
COPY . .
RUN pip wheel --quiet --no-cache-dir --wheel-dir /wheels '.[redis,warc,parquet]'

FROM python:3.12-slim
COPY --from=build /wheels /wheels
RUN pip install --quiet --no-cache-dir --no-index --find-links /wheels 'webnoise[redis,warc,parquet]' && rm -r /wheels
# Not root: what a page says must not reach further than it has to.
RUN useradd --create-home crawler && mkdir /articles && chown crawler /articles
USER crawler
WORKDIR /home/crawler
ENTRYPOINT ["webnoise"]
CMD ["--help"]
